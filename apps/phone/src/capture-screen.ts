/** What the app provides for pictures. Apps differ, so parts may be missing. */
export interface CaptureFunctions {
  images?: { save(image: unknown, path: string, format: string, quality: number): unknown };
  captureScreen?: () => unknown;
  requestScreenCapture?: () => unknown;
}

/** Takes pictures of the screen with the functions of the app. */
export class ScreenCapture {
  private isRefused = false;

  constructor(private readonly scope: CaptureFunctions) {}

  /** Saves a picture as PNG. Returns why there is none. If the script has no permission, asks for it unless told not to. */
  save(path: string, mayAsk: boolean): string | undefined {
    // The app may define them when they are used first.
    const { captureScreen, images } = this.scope;
    if (typeof captureScreen !== 'function' || !images)
      return 'the app has no function for pictures of the screen';
    const image = this.capture(captureScreen, mayAsk);
    if (this.isRefused) return 'the phone does not permit pictures of the screen';
    if (image === undefined) return 'the script had no permission: call requestScreenCapture() in it';
    images.save(image, path, 'png', 100);
    return new java.io.File(path).length() > 0 ? undefined : 'the app has saved no picture of the screen';
  }

  /** Asks for the permission once, unless the script has it already: then the app throws nothing. */
  private capture(captureScreen: () => unknown, mayAsk: boolean): unknown {
    if (this.isRefused) return undefined;
    try {
      return captureScreen();
    } catch (error) {
      const { requestScreenCapture } = this.scope;
      if (isInterruption(error) || typeof requestScreenCapture !== 'function') throw error;
      if (!mayAsk) return undefined;
      this.isRefused = !requestScreenCapture();
      return this.isRefused ? undefined : captureScreen();
    }
  }
}

/** Whether an error ends the script, because it is stopped. */
export function isInterruption(error: unknown): boolean {
  return /Interrupt/.test(String(error));
}
