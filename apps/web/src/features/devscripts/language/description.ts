import type { Description, Signature } from './protocol';

/** Draws a signature, with the current parameter in bold, and its comment. */
export function describe({ signature, comment, parameter }: Description & Partial<Signature>): HTMLElement {
  const dom = document.createElement('div');
  dom.className = 'cm-description';
  const code = document.createElement('code');
  if (parameter) {
    const current = document.createElement('strong');
    current.textContent = signature.slice(parameter.from, parameter.to);
    code.append(signature.slice(0, parameter.from), current, signature.slice(parameter.to));
  } else code.textContent = signature;
  dom.append(code);
  if (comment) {
    const text = document.createElement('div');
    text.textContent = comment;
    dom.append(text);
  }
  return dom;
}
