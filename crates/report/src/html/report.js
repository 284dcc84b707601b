// Walks through the steps of runs, and lights the lines that they are from. Nothing on the page needs it to be read.
"use strict";
(() => {
  // The run in which a step was chosen last.
  let current = null;

  const element = (name, text) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    return made;
  };

  // The steps of a run, which may stand in several tables.
  class Steps {
    constructor(place) {
      this.place = place;
      this.id = place.dataset.run;
      this.names = [...place.querySelector("thead tr").cells].slice(4).map((cell) => cell.textContent);
      this.rows = [...place.querySelectorAll("tr[data-step]")];
      this.steps = new Map();
      for (const row of this.rows) {
        const step = Number(row.dataset.step);
        if (!this.steps.has(step)) this.steps.set(step, []);
        this.steps.get(step).push(row);
      }
      this.numbers = [...this.steps.keys()];
      this.at = -1;
      this.controls = document.getElementById(this.id + "-controls");
      this.states = document.getElementById(this.id + "-states");
      this.controls.hidden = false;
      this.controls.querySelector(".previous").addEventListener("click", () => this.move(-1));
      this.controls.querySelector(".next").addEventListener("click", () => this.move(1));
      this.controls.querySelector(".filter").addEventListener("input", (event) => this.filter(event.target.value));
      place.addEventListener("click", (event) => this.clicked(event));
    }

    clicked(event) {
      const row = event.target.closest("tr[data-step]");
      if (!row) return;
      // A link to a line is followed as well.
      if (!event.target.closest("td a")) event.preventDefault();
      this.choose(Number(row.dataset.step));
    }

    // To the next step in a direction that is shown.
    move(direction) {
      let place = this.at < 0 ? (direction > 0 ? 0 : this.numbers.length) : this.numbers.indexOf(this.at);
      do place += direction; while (place >= 0 && place < this.numbers.length && this.isHidden(this.numbers[place]));
      if (place >= 0 && place < this.numbers.length) this.choose(this.numbers[place]);
    }

    isHidden(step) {
      return this.steps.get(step).every((row) => row.hidden);
    }

    choose(step) {
      current = this;
      for (const lit of document.querySelectorAll("tr.here, tr.lit")) lit.classList.remove("here", "lit");
      this.at = step;
      const rows = this.steps.get(step);
      for (const row of rows) {
        row.classList.add("here");
        for (const link of row.querySelectorAll("td a")) {
          document.getElementById(link.hash.slice(1))?.classList.add("lit");
        }
      }
      rows[0].scrollIntoView({ block: "nearest" });
      this.scrollSource();
      this.showStates(step);
    }

    // The line that is lit comes into sight where the source stands beside the steps; the page itself stays.
    scrollSource() {
      const line = document.querySelector("#source tr.lit");
      const source = document.getElementById("source");
      if (!line || !source || source.scrollHeight <= source.clientHeight) return;
      const [inner, outer] = [line.getBoundingClientRect(), source.getBoundingClientRect()];
      if (inner.top < outer.top || inner.bottom > outer.bottom) {
        source.scrollTop += inner.top - outer.top - outer.height / 2;
      }
    }

    // What a row changes, as [column, value].
    changes(row) {
      const found = [];
      let column = 0;
      for (const cell of [...row.cells].slice(4)) {
        if (cell.colSpan === 1 && (cell.className === "changed" || (row.dataset.step === "0" && cell.textContent))) {
          found.push([column, cell.textContent]);
        }
        column += cell.colSpan;
      }
      return found;
    }

    // All cells before a step and after it.
    showStates(step) {
      const before = new Map();
      for (const row of this.rows) {
        if (Number(row.dataset.step) >= step && step > 0) break;
        for (const [column, value] of this.changes(row)) before.set(column, value);
        if (step === 0) break;
      }
      const after = new Map(before);
      for (const row of this.steps.get(step)) {
        for (const [column, value] of this.changes(row)) after.set(column, value);
      }
      const table = element("table");
      table.append(element("caption", step === 0 ? "Initial values" : "Before and after step " + step));
      const head = table.createTHead().insertRow();
      for (const title of ["cell", "before", "after"]) {
        const cell = element("th", title);
        cell.scope = "col";
        head.append(cell);
      }
      const body = table.createTBody();
      this.names.forEach((name, column) => {
        if (!this.matches(name) && this.hasMatchingCell) return;
        const row = body.insertRow();
        const cell = element("th", name);
        cell.scope = "row";
        row.append(cell, element("td", before.get(column) ?? ""));
        const now = element("td", after.get(column) ?? "");
        if (before.get(column) !== after.get(column)) now.className = "changed";
        row.append(now);
      });
      this.states.replaceChildren(table);
      this.states.hidden = this.names.length === 0;
    }

    matches(text) {
      return !this.wanted || text.toLowerCase().includes(this.wanted);
    }

    // Shows the rows of a process, or those that change a cell, and of the columns those of the cells.
    filter(text) {
      this.wanted = text.trim().toLowerCase();
      this.hasMatchingCell = this.names.some((name) => this.matches(name));
      for (const row of this.rows) {
        const isShown = !this.wanted || row.dataset.step === "0" || this.matches(row.cells[1].textContent) ||
          this.changes(row).some(([column]) => this.matches(this.names[column]));
        row.hidden = !isShown;
      }
      for (const columns of this.place.querySelectorAll("colgroup")) {
        [...columns.children].slice(4).forEach((column, place) => {
          const isShown = !this.hasMatchingCell || this.matches(this.names[place]);
          column.style.visibility = isShown ? "" : "collapse";
        });
      }
      if (this.at >= 0) this.showStates(this.at);
    }
  }

  const tables = [...document.querySelectorAll("div.steps")].map((place) => new Steps(place));
  const directions = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

  document.addEventListener("keydown", (event) => {
    const direction = directions[event.key];
    const isModified = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
    if (!direction || isModified || event.target.closest("input, button, summary") || tables.length === 0) return;
    // Before a step is chosen, up and down scroll the page.
    if (!current && (event.key === "ArrowUp" || event.key === "ArrowDown")) return;
    (current ?? tables[0]).move(direction);
    event.preventDefault();
  });

  // A link to a step chooses it.
  const chosen = /^#(r\d+)-(\d+)$/.exec(location.hash);
  const linked = chosen && tables.find((table) => table.id === chosen[1]);
  if (linked && linked.steps.has(Number(chosen[2]))) linked.choose(Number(chosen[2]));
})();
