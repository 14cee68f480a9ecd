/** Facts of the device. On the Node agent, what only phones have is null. */
export interface DeviceFacts {
  brand: string;
  model: string;
  product: string;
  device: string;
  board: string;
  hardware: string;
  /** Release of the operating system. */
  release: string;
  width: number | null;
  height: number | null;
  buildId: string | null;
  sdkInt: number | null;
  serial: string | null;
  getAndroidId(): string | null;
  getIMEI(): string | null;
  getMacAddress(): string | null;
  getTotalMem(): number;
  getAvailMem(): number;
  getBattery(): number | null;
  getBrightness(): number | null;
  isCharging(): boolean | null;
  isScreenOn(): boolean;
  keepScreenOn(timeoutMs?: number): void;
  keepScreenDim(timeoutMs?: number): void;
  cancelKeepingAwake(): void;
  wakeUp(): void;
  wakeUpIfNeeded(): void;
  vibrate(ms: number): void;
  cancelVibration(): void;
}

/** The agent's own version, and the desktop's browser where there is one. */
export interface App {
  versionName: string;
  versionCode: number;
  openUrl(url: string): void;
}

interface ShellResult {
  /** Exit code. */
  code: number;
  result: string;
  error: string;
}

/** Runs a command and waits for its end. */
export type Shell = (command: string, root?: boolean) => ShellResult;

/** Base64 of texts. */
export interface Base64 {
  encode(text: string, encoding?: string): string;
  decode(base64: string, encoding?: string): string;
}

type CryptoFormat = 'string' | 'base64' | 'hex' | 'bytes' | 'file';

export interface CryptoOptions {
  input?: CryptoFormat;
  /** Default: `hex` of digest, else `bytes`. */
  output?: CryptoFormat;
  encoding?: string;
  /** Initialization vector. */
  iv?: string | Uint8Array;
  /** Path of the result for `output: 'file'`. */
  dest?: string;
}

export interface CryptoKey {
  data: Uint8Array;
  keyPair?: 'public' | 'private';
  toString(): string;
}

/** Digests and encryption with AES and RSA. */
export interface ScriptCrypto {
  Key: new (
    data: string | Uint8Array,
    options?: CryptoOptions & { keyPair?: 'public' | 'private' },
  ) => CryptoKey;
  digest(message: unknown, algorithm: string, options?: CryptoOptions): unknown;
  encrypt(data: unknown, key: CryptoKey, algorithm: string, options?: CryptoOptions): unknown;
  decrypt(data: unknown, key: CryptoKey, algorithm: string, options?: CryptoOptions): unknown;
  generateKeyPair(algorithm: string, bits?: number): { publicKey: CryptoKey; privateKey: CryptoKey };
}

/** ZIP archives without passwords. */
export interface Zip {
  zipFile(file: string, destination: string): void;
  zipDir(folder: string, destination: string): void;
  zipFiles(files: string[], destination: string): void;
  unzip(archive: string, folder: string): void;
}

/** Questions to a person. The Node agent writes them to the log and answers as if they had been dismissed. */
export interface Dialogs {
  alert(title: string, content?: string, callback?: () => void): void;
  /** Answer on the Node agent: false. */
  confirm(title: string, content?: string, callback?: (answer: boolean) => void): boolean;
  /** Answer on the Node agent: the prefilled text, else null. */
  prompt(title: string, prefill?: string, callback?: (answer: string | null) => void): string | null;
  rawInput(title: string, prefill?: string, callback?: (answer: string | null) => void): string | null;
  input(title: string, prefill?: string, callback?: (answer: unknown) => void): unknown;
  /** Answer on the Node agent: -1. */
  select(title: string, items: string[], callback?: (index: number) => void): number;
  singleChoice(title: string, items: string[], index?: number, callback?: (index: number) => void): number;
  multiChoice(
    title: string,
    items: string[],
    indices?: number[],
    callback?: (indices: number[]) => void,
  ): number[];
}
