// Makes the pages smoother. Nothing here is needed: every page works without it.
"use strict";

const status = document.getElementById("status");
const here = () => location.pathname + location.search;
let shown = here();

// What only a script can do is hidden where there is none.
const prepare = () => {
  for (const button of document.querySelectorAll("[data-print], [data-fill]")) button.hidden = false;
  const mark = document.querySelector(".sheet mark.asked");
  const sheet = mark && mark.closest(".sheet");
  if (sheet && sheet.scrollHeight > sheet.clientHeight) {
    const above = mark.getBoundingClientRect().top - sheet.getBoundingClientRect().top;
    sheet.scrollTop += above - sheet.clientHeight / 3;
  }
};

// Shows the page that an answer leads to, without losing sight of the text beside it.
const show = (page, address, form, pressed) => {
  const next = new DOMParser().parseFromString(page, "text/html");
  const stays = form.dataset.swap === "stay";
  const sheet = document.querySelector(".sheet");
  const above = stays && sheet ? sheet.scrollTop : 0;
  document.title = next.title;
  document.getElementById("content").replaceWith(next.getElementById("content"));
  if (address !== location.href) history.pushState(null, "", address);
  shown = here();
  prepare();
  const content = document.getElementById("content");
  const problem = content.querySelector(".summary");
  const then = !problem && stays && (again(content, pressed) || content.querySelector(".after"));
  const target = then || problem || document.getElementById(form.dataset.then) || content.querySelector("h1");
  if (then && above) document.querySelector(".sheet").scrollTop = above;
  if (!then) window.scrollTo(0, 0);
  target.focus({ preventScroll: Boolean(then) || target.tagName === "H1" });
  const said = stays && content.querySelector(".saved p");
  status.textContent = said ? said.textContent : "";
};

// The button that was pressed, on the page that it led to.
const again = (content, pressed) =>
  pressed && [...content.querySelectorAll("button:not([disabled])")].find(
    (button) => button.name === pressed.name && button.value === pressed.value
      && button.textContent === pressed.textContent && !button.closest("[hidden]"));

// What takes long is seen to be done; nobody presses twice.
const late = (form) => setTimeout(() => { status.textContent = "Reading…"; form.classList.add("late"); }, 300);
const rest = (form) => { form.removeAttribute("aria-busy"); form.classList.remove("late"); };

const send = async (form, button) => {
  const fields = new URLSearchParams(new FormData(form, button));
  const waiting = late(form);
  form.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(form.action, { method: "POST", body: fields });
    show(await answer.text(), answer.redirected ? answer.url : location.href, form, button);
  } catch {
    rest(form);
    status.textContent = "The server can’t be reached. Try again.";
    status.classList.remove("unseen");
  } finally {
    clearTimeout(waiting);
  }
};

document.addEventListener("submit", (event) => {
  const form = event.target;
  const busy = form.getAttribute("aria-busy") === "true";
  const swaps = form.hasAttribute("data-swap");
  if (busy || swaps) event.preventDefault();
  if (busy || form.target) return;
  if (swaps) {
    send(form, event.submitter);
  } else {
    form.setAttribute("aria-busy", "true");
    late(form);
  }
});

// Who comes back to a page that the browser kept can send its form again.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) for (const form of document.querySelectorAll("[aria-busy]")) rest(form);
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-print], [data-fill]");
  if (!button) return;
  if (button.hasAttribute("data-print")) {
    window.print();
  } else {
    const field = document.getElementById(button.dataset.fill);
    field.value = document.getElementById(button.dataset.from).textContent;
    field.focus();
  }
});

// A link within the page is a step in the history too, and leads to no other page.
window.addEventListener("popstate", () => { if (here() !== shown) location.reload(); });
prepare();
