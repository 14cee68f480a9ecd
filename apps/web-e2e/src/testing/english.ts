import type { Page } from 'playwright-core';

/** What is called the same in every language, the machine, and what the stories themselves wrote. */
const names =
  /\b(Drover|Webhook|Linux|linux|x64|arm64|aarch64|API|JSON|JavaScript|Markdown|Node|QR|curl|English|Ctrl|Cmd|Enter|UTC|CSV|ID|Ada|ada@example\.org|DROVER_ADMIN_TOKEN|HOST|PUBLIC_URL|hamibot\.\w+|drover\.\w+)\b/g;

/** Ids, names of actions and of variables. */
const identifiers = /\b([0-9a-f]{24}|[A-Z2-9]{6}\b|[a-z-]+\.[a-z]+|\w+=\S+)/g;

/** Parts of a page that are data: code, logs, identifiers, machines. */
const data = 'code, pre, script, style, time, .cm-editor, [role="log"], textarea[aria-hidden]';

/** Words of English that a reader of the page meets, in its text, its labels and its title. */
export async function englishOn(page: Page): Promise<string[]> {
  const texts = await page.evaluate((selector) => {
    const isSeen = (element: Element | null) =>
      element !== null && !element.closest(selector) && element.checkVisibility();
    const found: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (isSeen(node.parentElement)) found.push(node.textContent ?? '');
    }
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        if (isSeen(element)) found.push(element.getAttribute(name) ?? '');
      }
    }
    return found;
  }, data);
  return texts.filter((text) => /[A-Za-z]{3,}/.test(text.replace(names, '').replace(identifiers, '')));
}
