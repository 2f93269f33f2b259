// Filters and sorts the table of kernels; without it the page shows the same.
(() => {
  const find = (selector) => document.querySelector(selector);
  const table = find("#kernels");
  if (!table) return;
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const text = rows.map((row) => (row.cells[0].textContent + " " + row.cells[0].title).toLowerCase());
  const refused = rows.map((row) => row.querySelector(".no") !== null);
  const [filter, only, compact, count] = ["#filter", "#only", "#compact", "#count"].map(find);

  const show = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    rows.forEach((row, i) => {
      row.hidden = !words.every((word) => text[i].includes(word)) || (only.checked && !refused[i]);
      shown += row.hidden ? 0 : 1;
    });
    count.textContent = shown === rows.length ? "" : shown + " of " + rows.length;
    table.classList.toggle("compact", compact.checked);
  };

  // A column's first order is the interesting one: names from A, refusals on top.
  const sort = (header, column) => {
    const descending = header.getAttribute("aria-sort") === "ascending";
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", descending ? "descending" : "ascending");
    const key = (i) => (column === 0 ? text[i] : rows[i].cells[column].className === "no" ? 0 : 1);
    const order = rows.map((_, i) => i).sort((a, b) => {
      const [x, y] = [key(a), key(b)];
      const before = x < y ? -1 : x > y ? 1 : 0;
      return (descending ? -before : before) || a - b;
    });
    body.append(...order.map((i) => rows[i]));
  };

  [...table.tHead.rows[0].cells].forEach((header, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.title = column === 0 ? "sort by name" : "sort: refused here first";
    while (header.firstChild && header.firstChild.nodeName !== "SMALL") button.append(header.firstChild);
    button.addEventListener("click", () => sort(header, column));
    header.prepend(button);
  });
  // The reader's own devices stay beside the names while the targets scroll, if they leave these half of the room.
  const own = [...table.querySelectorAll(".own")];
  const pin = () => {
    for (const cell of own) cell.style.left = "";
    table.classList.remove("pinned");
    const headers = [...table.tHead.rows[0].cells];
    const last = headers.filter((header) => header.classList.contains("own")).pop();
    if (!last || last.offsetLeft + last.offsetWidth > table.parentElement.clientWidth / 2) return;
    const left = headers.map((header) => header.offsetLeft + "px");
    table.classList.add("pinned");
    for (const cell of own) cell.style.left = left[cell.cellIndex];
  };
  addEventListener("resize", pin);
  compact.addEventListener("input", pin);

  for (const control of [filter, only, compact]) control.addEventListener("input", show);
  find(".tools").hidden = false;
  show();
  pin();
})();
