import type { Page } from 'playwright-core';

/** Names that are the same in every language, the machine's names, and names that the tests chose. */
const names =
  /\b(Drover|HTTPS|SSH|Entra|Okta|SCIM|Webhook|Chrome|Linux|linux|bubblewrap|unshare|cgroup|WDJB|MJHT|x64|arm64|aarch64|macOS|Windows|npx|root|API|JSON|JavaScript|Markdown|Node|QR|curl|English|Ctrl|Cmd|Enter|Tab|Esc|UTC|CSV|ID|Ada|ada@example\.org|DROVER_ADMIN_TOKEN|HOST|PUBLIC_URL|URL|Error|Europe\/Berlin|story\.js|SHOP_PASSWORD|story|hamibot\.\w+|drover\.\w+)\b/g;

/** IDs, action names, variable names and URLs. */
const identifiers = /\b([0-9a-f]{24}|[A-Z2-9]{6}\b|[a-z-]+\.[a-z-]+|\w+=\S+|https?:\/\/\S+)/g;

/** Parts of a page that show data: code, logs, times. */
const data =
  'code, pre, script, style, time, .cm-editor, [role="log"], [translate="no"], textarea[aria-hidden]';

/** Finds English in the texts, labels and title of the page. */
export async function findEnglish(page: Page): Promise<string[]> {
  const all = await page.evaluate((selector) => {
    const isVisible = (element: Element | null) =>
      element !== null && !element.closest(selector) && element.checkVisibility();
    const texts: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (isVisible(node.parentElement)) texts.push(node.textContent ?? '');
    }
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        if (isVisible(element)) texts.push(element.getAttribute(name) ?? '');
      }
    }
    return texts;
  }, data);
  return all.filter((text) => /[A-Za-z]{3,}/.test(text.replace(names, '').replace(identifiers, '')));
}
