const { TestEnvironment } = require('jest-environment-jsdom');

/** Parts of a browser that jsdom lacks and Node has. */
const nodeGlobals = {
  ...{ Headers, ReadableStream, Response, TextDecoder, TextEncoder, Uint8Array, structuredClone },
};

/** Node's Request accepts only Node's signals. This one follows a signal of jsdom. */
class BrowserRequest extends Request {
  constructor(input, { signal, ...init } = {}) {
    const controller = new AbortController();
    signal?.addEventListener('abort', () => controller.abort(signal.reason));
    super(input, { ...init, signal: controller.signal });
  }
}

/** jsdom for component tests. A spec file selects it with `@jest-environment ./src/testing/browser.environment.cjs`. */
class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, nodeGlobals, { Request: BrowserRequest });
  }
}

module.exports = BrowserEnvironment;
