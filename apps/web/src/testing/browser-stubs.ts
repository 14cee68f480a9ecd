import { fireEvent } from '@testing-library/react';

/**
 * jsdom has no layout, so elements have no size. These stubs give every element the size of a small window, which
 * virtual lists need to render rows, and add the APIs that jsdom lacks.
 */
const viewport = { width: 1024, height: 768 };
const lineHeight = 22;

export function stubLayout(): void {
  stubComputedStyle();
  Object.assign(Blob.prototype, { arrayBuffer: readBytes });
  const { prototype } = HTMLElement;
  const rectangle = () => new DOMRect(0, 0, viewport.width, viewport.height);
  Object.defineProperties(prototype, {
    offsetWidth: { configurable: true, get: () => viewport.width },
    offsetHeight: { configurable: true, get: getHeight },
    clientWidth: { configurable: true, get: () => viewport.width },
    clientHeight: { configurable: true, get: getHeight },
    scrollHeight: { configurable: true, get: getContentHeight },
    scrollIntoView: { configurable: true, value: () => undefined },
    scrollTo: { configurable: true, value: scrollElementTo },
  });
  Object.assign(Range.prototype, {
    getBoundingClientRect: rectangle,
    getClientRects: () => [] as unknown as DOMRectList,
  });
  Object.assign(window, {
    scrollTo: () => undefined,
    matchMedia: (media: string) => Object.assign(new EventTarget(), { media, matches: false }),
    ResizeObserver: class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  });
  Object.assign(document, { fonts: new EventTarget() });
}

/**
 * No style sheets are loaded, so only inline styles and `hidden` count. jsdom's own computation takes most of the time
 * of a test, because each query by role needs the styles of all elements.
 */
function stubComputedStyle(): void {
  const hidden = document.createElement('div').style;
  hidden.display = 'none';
  window.getComputedStyle = (element) => {
    const { hidden: isHidden, style } = element as HTMLElement;
    return isHidden ? hidden : style;
  };
}

/** jsdom's blobs can only be read by a FileReader. */
function readBytes(this: Blob): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error ?? new Error('The blob cannot be read.'));
    reader.readAsArrayBuffer(this);
  });
}

/** The rows of a log measure themselves. They are marked with their index. */
function getHeight(this: HTMLElement): number {
  return this.dataset.index === undefined ? viewport.height : lineHeight;
}

/** The content of a virtual list sets its own height. */
function getContentHeight(this: HTMLElement): number {
  const content = this.firstElementChild as HTMLElement | null;
  return Math.max(parseFloat(content?.style.height ?? '') || 0, viewport.height);
}

/** As in a browser, the event follows in the next frame. */
function scrollElementTo(this: HTMLElement, options?: ScrollToOptions | number): void {
  if (typeof options !== 'object' || options.top === undefined) return;
  this.scrollTop = options.top;
  requestAnimationFrame(() => fireEvent.scroll(this));
}
