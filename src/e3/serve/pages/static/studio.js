// Words of the text are marked with the mouse or the arrow keys. Without it, they are typed.
"use strict";

const WORD = /[\p{L}\p{N}\p{M}'’£$€%]+/gu;

const studio = {
  bar: () => document.getElementById("marking"),
  pieces: () => [...document.querySelectorAll(".markable [data-at]")],
};

// A place in the text, counted in characters as the server counts them.
const placeOf = (piece, units) => Number(piece.dataset.at) + [...piece.firstChild.data.slice(0, units)].length;

const chosenRange = () => {
  const selection = getSelection();
  if (!selection.rangeCount || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  const touched = studio.pieces().filter((piece) => piece.firstChild && range.intersectsNode(piece.firstChild));
  if (!touched.length) return null;
  const [first, last] = [touched[0], touched[touched.length - 1]];
  const start = placeOf(first, range.startContainer === first.firstChild ? range.startOffset : 0);
  const end = placeOf(last, range.endContainer === last.firstChild ? range.endOffset : last.firstChild.length);
  return end > start ? { start, end, words: range } : null;
};

// What was chosen last stays chosen while one goes to the buttons.
const choose = () => {
  const bar = studio.bar();
  const range = bar && !bar.contains(document.activeElement) && chosenRange();
  if (!range) return;
  bar.elements.start.value = range.start;
  bar.elements.end.value = range.end;
  const words = studio.pieces().map((piece) => {
    const at = Number(piece.dataset.at);
    return [...piece.textContent].slice(Math.max(0, range.start - at), Math.max(0, range.end - at)).join("");
  }).filter(Boolean).join(" ").replace(/\s+/g, " ").trim();
  if (!words) return;
  bar.querySelector("q").textContent = words;
  bar.hidden = false;
};
document.addEventListener("selectionchange", choose);

const wordsOfText = () => studio.pieces().flatMap((piece) =>
  [...piece.textContent.matchAll(WORD)].map((found) =>
    ({ node: piece.firstChild, from: found.index, to: found.index + found[0].length, block: piece.closest("p, li") })));

// The arrow keys choose a word, with Shift more of them; up and down go by paragraphs.
const cursor = { anchor: -1, focus: -1 };
const STEPS = {
  ArrowRight: (at, words) => Math.min(at + 1, words.length - 1),
  ArrowLeft: (at) => Math.max(at - 1, 0),
  ArrowDown: (at, words) => {
    const next = words.findIndex((word, place) => place > at && word.block !== words[at].block);
    return next < 0 ? words.length - 1 : next;
  },
  ArrowUp: (at, words) => {
    const first = words.findIndex((word) => word.block === words[at].block);
    if (first < at || first === 0) return first;
    return words.findIndex((word) => word.block === words[first - 1].block);
  },
};

document.addEventListener("keydown", (event) => {
  const bar = studio.bar();
  if (!bar || !event.target.classList.contains("markable")) return;
  if (event.key === "Enter" && !bar.hidden) {
    event.preventDefault();
    bar.requestSubmit(bar.querySelector("button"));
    return;
  }
  const step = STEPS[event.key];
  if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  const words = wordsOfText();
  if (!words.length) return;
  cursor.focus = cursor.focus < 0 ? 0 : step(Math.min(cursor.focus, words.length - 1), words);
  if (!event.shiftKey || cursor.anchor < 0) cursor.anchor = cursor.focus;
  const [first, last] = [cursor.anchor, cursor.focus].sort((one, other) => one - other).map((at) => words[at]);
  getSelection().setBaseAndExtent(first.node, first.from, last.node, last.to);
  words[cursor.focus].node.parentElement.scrollIntoView({ block: "nearest" });
});
