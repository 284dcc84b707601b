// Keys for what can be clicked on. All works without them.
"use strict";

const TYPING = new Set(["INPUT", "SELECT", "TEXTAREA"]);

// What the key of an event stands for: the elements say it themselves.
function target(key) {
  return [...document.querySelectorAll("[data-key]")].find((it) => it.dataset.key === key);
}

function entries() {
  return [...document.querySelectorAll("#steps a.step")];
}

// Goes up or down among the steps.
function move(by) {
  const steps = entries();
  if (steps.length === 0) return;
  const at = steps.indexOf(document.activeElement);
  const next = at < 0 ? (by > 0 ? 0 : steps.length - 1) : (at + by + steps.length) % steps.length;
  steps[next].focus();
}

function press(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Escape") {
    document.activeElement?.blur();
    return;
  }
  if (TYPING.has(document.activeElement?.tagName)) return;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    move(event.key === "ArrowDown" ? 1 : -1);
    event.preventDefault();
    return;
  }
  const found = target(event.key);
  if (!found) return;
  event.preventDefault();
  if (TYPING.has(found.tagName)) found.focus();
  else found.click();
}

document.addEventListener("keydown", press);

// The line of a process is in sight.
const lit = document.querySelector("#source tr.done, #source tr.lit");
const listing = lit?.closest(".listing");
if (listing) listing.scrollTop = lit.offsetTop - listing.clientHeight / 2;
