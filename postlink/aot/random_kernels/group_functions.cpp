//===- group_functions.cpp - Functions of groups as LLVM IR ---------------===//
//
// See group_functions.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/random_kernels/group_functions.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace facet::random_kernels {
namespace {

/// Replaces each $T by the type.
std::string forType(StringRef Text, StringRef T) {
  std::string Result;
  while (true) {
    auto [Before, After] = Text.split("$T");
    Result += Before;
    if (Before.size() == Text.size())
      return Result;
    Result += T;
    Text = After;
  }
}

constexpr char Linear[] = R"(define internal spir_func i64 @linear() #4 {
  %x = call i64 @llvm.spv.thread.id.in.group.i64(i32 0)
  %y = call i64 @llvm.spv.thread.id.in.group.i64(i32 1)
  %z = call i64 @llvm.spv.thread.id.in.group.i64(i32 2)
  %sx = call i64 @llvm.spv.workgroup.size.i64(i32 0)
  %sy = call i64 @llvm.spv.workgroup.size.i64(i32 1)
  %zy = mul i64 %z, %sy
  %row = add i64 %zy, %y
  %rows = mul i64 %row, %sx
  %id = add i64 %rows, %x
  ret i64 %id
}

define internal spir_func i64 @size() #4 {
  %sx = call i64 @llvm.spv.workgroup.size.i64(i32 0)
  %sy = call i64 @llvm.spv.workgroup.size.i64(i32 1)
  %sz = call i64 @llvm.spv.workgroup.size.i64(i32 2)
  %xy = mul i64 %sx, %sy
  %size = mul i64 %xy, %sz
  ret i64 %size
}

declare spir_func ptr addrspace(3) @__sycl_group_scratch(i64) nounwind memory(none)
declare spir_func i32 @__sycl_group_strategy() nounwind memory(none)
declare spir_func i32 @__sycl_group_combine_u32(i32, i32) convergent nounwind
declare spir_func i64 @__sycl_group_combine_u64(i32, i64) convergent nounwind

attributes #4 = { alwaysinline convergent nounwind }
)";

/// What follows is where the strategy is serial, as in the headers.
constexpr char IfSerial[] = R"($T %value, i32 %where) #4 {
entry:
  %strategy = call spir_func i32 @__sycl_group_strategy()
  %serial = icmp eq i32 %strategy, 0
  br i1 %serial, label %together, label %others

together:
)";

/// $KIND is what combines.
constexpr char Combine[] = R"(  %all = call spir_func $T @__sycl_group_combine_u$BITS(i32 $KIND, $T %value)
  ret $T %all

others:
)";

/// Between two barriers the work-items of a serial strategy come in order.
constexpr char InTurn[] = R"(  %turn = call spir_func i64 @linear()
  %begins = icmp eq i64 %turn, 0
  %one = call spir_func ptr addrspace(3) @__sycl_group_scratch(i64 8)
  %last.sum = addrspacecast ptr addrspace(3) %one to ptr addrspace(4)
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  %until = load $T, ptr addrspace(4) %last.sum
  %sum.before = select i1 %begins, $T 0, $T %until
  %sum.now = add $T %sum.before, %value
  store $T %sum.now, ptr addrspace(4) %last.sum
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  ret $T %sum.$WHICH

others:
)";

/// $OP is what combines.
constexpr char Serial[] = R"(  %id = call spir_func i64 @linear()
  %size = call spir_func i64 @size()
  %memory = call spir_func ptr addrspace(3) @__sycl_group_scratch(i64 512)
  %slots = addrspacecast ptr addrspace(3) %memory to ptr addrspace(4)
  %own = getelementptr inbounds $T, ptr addrspace(4) %slots, i64 %id
  store $T %value, ptr addrspace(4) %own
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  %first = icmp eq i64 %id, 0
  br i1 %first, label %head, label %done

head:
  %k = phi i64 [ 1, %others ], [ %next, %body ]
  %more = icmp ult i64 %k, %size
  br i1 %more, label %body, label %done

body:
  %before = sub i64 %k, 1
  %from = getelementptr inbounds $T, ptr addrspace(4) %slots, i64 %before
  %to = getelementptr inbounds $T, ptr addrspace(4) %slots, i64 %k
  %x = load $T, ptr addrspace(4) %from
  %y = load $T, ptr addrspace(4) %to
  %sum = $OP $T %x, %y
  store $T %sum, ptr addrspace(4) %to
  %next = add i64 %k, 1
  br label %head

done:
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
)";

constexpr char EndReduce[] = R"(  %last = sub i64 %size, 1
  %at = getelementptr inbounds $T, ptr addrspace(4) %slots, i64 %last
  %result = load $T, ptr addrspace(4) %at
)";

constexpr char EndInclusive[] = R"(  %result = load $T, ptr addrspace(4) %own
)";

constexpr char EndExclusive[] = R"(  %previous = sub i64 %id, 1
  %index = select i1 %first, i64 0, i64 %previous
  %at = getelementptr inbounds $T, ptr addrspace(4) %slots, i64 %index
  %loaded = load $T, ptr addrspace(4) %at
  %result = select i1 %first, $T 0, $T %loaded
)";

constexpr char End[] =
    R"(  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  ret $T %result
}
)";

constexpr char Give[] = R"(  %mine = call spir_func i64 @linear()
  %members = call spir_func i64 @size()
  %number = zext i32 %where to i64
  %source = urem i64 %number, %members
  %gives = icmp eq i64 %mine, %source
  %word = select i1 %gives, $T %value, $T 0
  %all = call spir_func $T @__sycl_group_combine_u$BITS(i32 3, $T %word)
  ret $T %all

others:
)";

constexpr char Broadcast[] = R"(  %id = call spir_func i64 @linear()
  %size = call spir_func i64 @size()
  %memory = call spir_func ptr addrspace(3) @__sycl_group_scratch(i64 8)
  %slot = addrspacecast ptr addrspace(3) %memory to ptr addrspace(4)
  %wide = zext i32 %where to i64
  %from = urem i64 %wide, %size
  %giver = icmp eq i64 %id, %from
  br i1 %giver, label %give, label %wait

give:
  store $T %value, ptr addrspace(4) %slot
  br label %wait

wait:
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
  %result = load $T, ptr addrspace(4) %slot
)";

constexpr char Shuffle32[] =
    R"(define internal spir_func i32 @shuffle.i32(i32 %x, i32 %lane) #4 {
  %got = call spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32 %x, i32 %lane)
  ret i32 %got
}

declare spir_func i32 @_Z28__spirv_SubgroupShuffleINTELjj(i32, i32) convergent nounwind
)";

constexpr char Shuffle64[] =
    R"(define internal spir_func i64 @shuffle.i64(i64 %x, i32 %lane) #4 {
  %low = trunc i64 %x to i32
  %shifted = lshr i64 %x, 32
  %high = trunc i64 %shifted to i32
  %a = call spir_func i32 @shuffle.i32(i32 %low, i32 %lane)
  %b = call spir_func i32 @shuffle.i32(i32 %high, i32 %lane)
  %wa = zext i32 %a to i64
  %wb = zext i32 %b to i64
  %up = shl i64 %wb, 32
  %got = or i64 %up, %wa
  ret i64 %got
}
)";

constexpr char SubGroupShuffle[] = R"($T %value, i32 %where) #4 {
  %size = call i32 @llvm.spv.subgroup.size()
  %lane = urem i32 %where, %size
  %got = call spir_func $T @shuffle.$T($T %value, i32 %lane)
  ret $T %got
}
)";

constexpr char SubGroupXor[] = R"($T %value, i32 %where) #4 {
  %size = call i32 @llvm.spv.subgroup.size()
  %own = call i32 @llvm.spv.subgroup.local.invocation.id()
  %mask = and i32 %where, 31
  %other = xor i32 %own, %mask
  %there = icmp ult i32 %other, %size
  %lane = select i1 %there, i32 %other, i32 %own
  %got = call spir_func $T @shuffle.$T($T %value, i32 %lane)
  ret $T %got
}
)";

constexpr char SubGroupScan[] = R"($T %value, i32 %where) #4 {
entry:
  %size = call i32 @llvm.spv.subgroup.size()
  %own = call i32 @llvm.spv.subgroup.local.invocation.id()
  br label %head

head:
  %step = phi i32 [ 1, %entry ], [ %twice, %body ]
  %x = phi $T [ %value, %entry ], [ %sum, %body ]
  %more = icmp ult i32 %step, %size
  br i1 %more, label %body, label %done

body:
  %adds = icmp uge i32 %own, %step
  %left = sub i32 %own, %step
  %lane = select i1 %adds, i32 %left, i32 %own
  %other = call spir_func $T @shuffle.$T($T %x, i32 %lane)
  %both = add $T %other, %x
  %sum = select i1 %adds, $T %both, $T %x
  %twice = mul i32 %step, 2
  br label %head

done:
)";

constexpr char SubGroupLast[] = R"(  %last = sub i32 %size, 1
  %total = call spir_func $T @shuffle.$T($T %x, i32 %last)
  ret $T %total
}
)";

std::string typeText(Scalar T) { return T == Scalar::I64 ? "i64" : "i32"; }

std::string heading(const std::string &Name) {
  return "define internal spir_func $T @" + Name + "(";
}

} // namespace

std::string GroupFunctions::group(GroupOp What, Scalar T) {
  static constexpr const char *Names[] = {"reduce", "inclusive", "exclusive",
                                          "broadcast", "any"};
  const std::string Ty = typeText(T);
  const std::string Name =
      std::string("group.") + Names[static_cast<unsigned>(What)] + "." + Ty;
  Known[" linear"] = Linear;
  std::string Text = heading(Name) + IfSerial;
  const auto Insert = [](StringRef Template, StringRef Mark, StringRef With) {
    auto [Before, After] = Template.split(Mark);
    return (Twine(Before) + With + After).str();
  };
  if (What == GroupOp::Broadcast) {
    Text += Insert(Give, "$BITS", StringRef(Ty).drop_front()) + Broadcast;
  } else {
    if (What == GroupOp::Inclusive || What == GroupOp::Exclusive)
      Text += Insert(InTurn, "$WHICH",
                     What == GroupOp::Inclusive ? "now" : "before");
    else
      Text += Insert(
          Insert(Combine, "$BITS", StringRef(Ty).drop_front()), "$KIND",
          What == GroupOp::Any ? "3" : "0");
    auto [Before, After] = StringRef(Serial).split("$OP");
    Text += Before.str() + (What == GroupOp::Any ? "or" : "add") + After.str();
    Text += What == GroupOp::Inclusive   ? EndInclusive
            : What == GroupOp::Exclusive ? EndExclusive
                                         : EndReduce;
  }
  Known[Name] = forType(Text + End, Ty);
  return Name;
}

void GroupFunctions::useShuffle(Scalar T) {
  Known[" linear"] = Linear;
  Known["shuffle.i32"] = Shuffle32;
  if (T == Scalar::I64)
    Known["shuffle.i64"] = Shuffle64;
}

std::string GroupFunctions::subGroup(SubGroupOp What, Scalar T) {
  static constexpr const char *Names[] = {"shuffle", "xor", "reduce", "scan"};
  const std::string Ty = typeText(T);
  const std::string Name =
      std::string("sub.group.") + Names[static_cast<unsigned>(What)] + "." + Ty;
  useShuffle(T);
  std::string Text = heading(Name);
  switch (What) {
  case SubGroupOp::Shuffle:
    Text += SubGroupShuffle;
    break;
  case SubGroupOp::ShuffleXor:
    Text += SubGroupXor;
    break;
  case SubGroupOp::Reduce:
    Text += std::string(SubGroupScan) + SubGroupLast;
    break;
  case SubGroupOp::Inclusive:
    Text += std::string(SubGroupScan) + "  ret $T %x\n}\n";
    break;
  }
  Known[Name] = forType(Text, Ty);
  return Name;
}

std::string GroupFunctions::text() const {
  std::string Text;
  for (const auto &[Name, Definition] : Known)
    Text += Definition + "\n";
  return Text;
}

} // namespace facet::random_kernels
