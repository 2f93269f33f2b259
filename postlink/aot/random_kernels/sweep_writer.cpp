//===- sweep_writer.cpp - Sweeps as LLVM IR -------------------------------===//
//
// See sweep_writer.h.
//
//===----------------------------------------------------------------------===//

#include "postlink/aot/random_kernels/sweep_writer.h"

using namespace llvm;

namespace facet::random_kernels {

std::string SweepWriter::intOf(const Loop &N, const std::string &Counter) {
  return N.Style.Wide ? emit("trunc i64 " + Counter + " to i32") : Counter;
}

std::string SweepWriter::termOf(const Loop &N, const std::string &Int) {
  return N.Sum == "i64" ? emit("zext i32 " + Int + " to i64") : Int;
}

SweepWriter::Loop SweepWriter::name(const Statement &S) {
  Loop N(SweepStyle(S.B), static_cast<TypeId>(S.A));
  N.Sum = typeName(P, N.T);
  N.Int = N.Style.Wide ? "i64" : "i32";
  std::string Wanted = write(S.E[1]);
  N.Bound = emit("urem i32 " + Wanted + ", " + Twine(MaximumRounds));
  N.Start = "0";
  N.Step = "1";
  if (N.Style.Strided) {
    N.Start = query(Query::LocalLinear, 0);
    N.Step = query(Query::LinearSize, 0);
    if (!N.Style.Wide) {
      N.Start = emit("trunc i64 " + N.Start + " to i32");
      N.Step = emit("trunc i64 " + N.Step + " to i32");
    }
  }
  N.Before = label("before");
  N.Round = label("round");
  N.Test = label("test");
  N.Leave = label("leave");
  const std::string Number = std::to_string(++Sweeps);
  N.Counter = "%sweep.k" + Number;
  N.Next = "%sweep.next" + Number;
  N.So = "%sweep.sum" + Number;
  N.After = "%sweep.after" + Number;
  N.Other = "%sweep.other" + Number;
  N.Last = "%sweep.last" + Number;
  return N;
}

void SweepWriter::sweep(const Statement &S) {
  std::string Guard = write(S.E[0]), To = write(S.E[2]);
  const Loop N = name(S);
  std::string Enter = label("enter"), End = label("end");
  line("br i1 " + Guard + ", label %" + Enter + ", label %" + End);
  begin(Enter);
  std::string Seven = emit("mul " + N.Sum + " " + termOf(N, N.Bound) + ", 7");
  std::string First = emit("add " + N.Sum + " " + Seven + ", 1");
  if (N.Style.OfItem) {
    std::string Item = query(Query::LocalLinear, 0);
    if (N.Sum != "i64")
      Item = emit("trunc i64 " + Item + " to " + N.Sum);
    std::string Own = emit("mul " + N.Sum + " " + Item + ", 3");
    First = emit("add " + N.Sum + " " + First + ", " + Own);
  }
  const std::string Second =
      emit("add " + N.Sum + " " + termOf(N, N.Bound) + ", 5");
  std::string Begin = intOf(N, N.Start);
  std::string Any = emit("icmp ult i32 " + Begin + ", " + N.Bound);
  line("br i1 " + (N.Style.TestsAtEnd ? "true" : Any) + ", label %" + N.Before +
       ", label %" + N.Leave);
  begin(N.Before);
  line("br label %" + N.Round);
  begin(N.Round);
  line(N.Counter + " = phi " + N.Int + " [ " + N.Start + ", %" + N.Before +
       " ], [ " + N.Next + ", %" + N.Test + " ]");
  const std::string Last = N.Style.Swapped ? N.Other : N.After;
  line(N.So + " = phi " + N.Sum + " [ " + First + ", %" + N.Before + " ], [ " +
       Last + ", %" + N.Test + " ]");
  if (N.Style.Swapped)
    line(N.Other + " = phi " + N.Sum + " [ " + Second + ", %" + N.Before +
         " ], [ " + N.After + ", %" + N.Test + " ]");
  round(N);
  test(N);
  begin(N.Leave);
  std::string Result = N.After + ".result";
  line(Result + " = phi " + N.Sum + " [ " + First + ", %" + Enter + " ], [ " +
       Last + ", %" + N.Test + " ]");
  if (N.Style.Early)
    line(N.Last + ".result = phi i32 [ 0, %" + Enter + " ], [ " + N.Last +
         ", %" + N.Test + " ]");
  if (N.Style.Swapped) {
    const std::string Left = N.Other + ".result";
    line(Left + " = phi " + N.Sum + " [ " + Second + ", %" + Enter + " ], [ " +
         N.After + ", %" + N.Test + " ]");
    Result = emit("mul " + N.Sum + " " + Result + ", 3");
    Result = emit("add " + N.Sum + " " + Result + ", " + Left);
  }
  if (N.Style.Early) {
    std::string Last11 =
        emit("mul " + N.Sum + " " + termOf(N, N.Last + ".result") + ", 11");
    Result = emit("add " + N.Sum + " " + Result + ", " + Last11);
  }
  store(N.T, Result, To);
  line("br label %" + End);
  begin(End);
}

/// Returns \p Counter, an int, minus 1, as LLVM has it of a counter of 64 bits.
std::string SweepWriter::intBefore(const Loop &N, const std::string &Counter) {
  if (!N.Style.Wide)
    return emit("add i32 " + Counter + ", -1");
  std::string Wide = emit("add i64 " + N.Counter + ", 4294967295");
  return emit("trunc i64 " + emit("and i64 " + Wide + ", 4294967295") +
              " to i32");
}

/// Writes the loop within a round. Returns what it makes of \p Total.
std::string SweepWriter::nested(const Loop &N, const std::string &Counter,
                                const std::string &Total) {
  const std::string Before = label("nest"), Again = label("nested"),
                    Behind = label("behind");
  const std::string J = N.Counter + ".j", Sum = N.So + ".nested",
                    After = N.After + ".nested", Next = N.Next + ".j";
  std::string Rounds =
      emit("urem i32 " + Counter + ", " + std::to_string(NestedRounds));
  line("br label %" + Before);
  begin(Before);
  std::string Any = emit("icmp ne i32 " + Rounds + ", 0");
  line("br i1 " + Any + ", label %" + Again + ", label %" + Behind);
  begin(Again);
  line(J + " = phi i32 [ 0, %" + Before + " ], [ " + Next + ", %" + Again +
       " ]");
  line(Sum + " = phi " + N.Sum + " [ " + Total + ", %" + Before + " ], [ " +
       After + ", %" + Again + " ]");
  std::string Three = emit("mul " + N.Sum + " " + Sum + ", 3");
  line(After + " = add " + N.Sum + " " + Three + ", " + termOf(N, J));
  line(Next + " = add i32 " + J + ", 1");
  std::string More = emit("icmp ult i32 " + Next + ", " + Rounds);
  line("br i1 " + More + ", label %" + Again + ", label %" + Behind);
  begin(Behind);
  const std::string Result = After + ".result";
  line(Result + " = phi " + N.Sum + " [ " + Total + ", %" + Before + " ], [ " +
       After + ", %" + Again + " ]");
  return Result;
}

/// Writes the loop of a round that work-items leave at different times. It leaves
/// N.Last.
void SweepWriter::early(const Loop &N, const std::string &Counter) {
  const std::string Before = label("wait"), Again = label("early"),
                    Behind = label("left");
  std::string Bit = emit("and i32 " + Counter + ", 4");
  line("br label %" + Before);
  begin(Before);
  line("br label %" + Again);
  begin(Again);
  line(N.Last + " = phi i32 [ 0, %" + Before + " ], [ " + N.Last + ".next, %" +
       Again + " ]");
  line(N.Last + ".next = add i32 " + N.Last + ", 1");
  std::string GoesOn = emit("icmp eq i32 " + Bit + ", 0");
  std::string IsFirst = emit("icmp eq i32 " + N.Last + ", 0");
  std::string More = emit("and i1 " + GoesOn + ", " + IsFirst);
  line("br i1 " + More + ", label %" + Again + ", label %" + Behind);
  begin(Behind);
}

/// What a round adds; ends at the beginning of Test.
void SweepWriter::round(const Loop &N) {
  std::string Counter = intOf(N, N.Counter);
  std::string Term = termOf(N, Counter);
  std::string Five = emit("mul " + N.Sum + " " + N.So + ", 5");
  std::string Total = emit("add " + N.Sum + " " + Five + ", " + Term);
  if (N.Style.reads()) {
    std::string At = emit("zext i32 " + Counter + " to i64");
    std::string Which = emit("urem i64 " + At + ", " + Twine(UniformRecords));
    std::string In =
        load(N.T, record(1, Which, P.scalarOf(N.T)), " addrspace(1)");
    Total = emit("add " + N.Sum + " " + Total + ", " + In);
  }
  if (N.Style.Offset)
    Total = emit("add " + N.Sum + " " + Total + ", " +
                 termOf(N, intBefore(N, Counter)));
  if (N.Style.Nested)
    Total = nested(N, Counter, Total);
  if (N.Style.Early)
    early(N, Counter);
  if (!N.Style.Branches) {
    line("br label %" + N.Test);
    begin(N.Test);
    line(N.After + " = add " + N.Sum + " " + Total + ", 0");
    return;
  }
  std::string Bit = emit("and " + N.Sum + " " + Total + ", 4");
  std::string IsOdd = emit("icmp ne " + N.Sum + " " + Bit + ", 0");
  std::string Choice = label("choice"), Odd = label("odd");
  line("br label %" + Choice);
  begin(Choice);
  line("br i1 " + IsOdd + ", label %" + Odd + ", label %" + N.Test);
  begin(Odd);
  std::string Three = emit("mul " + N.Sum + " " + Term + ", 3");
  std::string Changed = emit("xor " + N.Sum + " " + Total + ", " + Three);
  line("br label %" + N.Test);
  begin(N.Test);
  line(N.After + " = phi " + N.Sum + " [ " + Total + ", %" + Choice + " ], [ " +
       Changed + ", %" + Odd + " ]");
}

void SweepWriter::test(const Loop &N) {
  std::string Counter = N.Counter;
  if (N.Style.Wide) {
    std::string Up = emit("shl i64 " + N.Counter + ", 32");
    Counter = emit("ashr exact i64 " + Up + ", 32");
  }
  line(N.Next + " = add " + N.Int + " " + Counter + ", " + N.Step);
  std::string Next = intOf(N, N.Next);
  std::string More = emit("icmp ult i32 " + Next + ", " + N.Bound);
  line("br i1 " + More + ", label %" + N.Round + ", label %" + N.Leave);
}

} // namespace facet::random_kernels
