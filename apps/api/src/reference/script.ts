/**
 * Filters the operations, and opens the one that the address names. The page is complete without it. This is a
 * separate file because the content security policy forbids inline scripts.
 */
export const script = `'use strict';
const filter = document.getElementById('filter');
const operations = [...document.querySelectorAll('.operation')];
const texts = operations.map((operation) => operation.querySelector('summary').textContent.toLowerCase());

function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!(target instanceof HTMLDetailsElement)) return;
  target.open = true;
  target.scrollIntoView();
}

filter.addEventListener('input', () => {
  const words = filter.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let count = 0;
  operations.forEach((operation, index) => {
    operation.hidden = !words.every((word) => texts[index].includes(word));
    if (!operation.hidden) count += 1;
  });
  for (const tag of document.querySelectorAll('.tag')) tag.hidden = !tag.querySelector('.operation:not([hidden])');
  document.querySelector('main').classList.toggle('filtered', words.length > 0);
  document.getElementById('found').textContent =
    words.length === 0 ? '' : count === 1 ? '1 operation' : count + ' operations';
});

filter.parentElement.hidden = false;
addEventListener('hashchange', openTarget);
openTarget();
`;
