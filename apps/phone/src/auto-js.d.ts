/** What the apps of the Auto.js family provide to scripts, as far as the agent uses it. */

type Listener = (...values: never[]) => void;

interface AppEmitter {
  on(name: string, listener: Listener): void;
  emit(name: string, ...values: unknown[]): void;
}

interface AppSocket {
  on(name: string, listener: Listener): void;
  send(text: string): void;
  close(code: number, reason: string | null): void;
}

interface AppResponse {
  statusCode: number;
  /** By their names as the server or its proxy wrote them. Missing in some versions. */
  headers?: Record<string, unknown>;
  body: { string(): string };
}

/** An engine runs one script. */
interface AppEngine {
  isDestroyed(): boolean;
  forceStop(): void;
  setTag(name: string, value: string): void;
}

/** Execution of a script that this script has started. Its engine is null until its thread runs. */
interface AppExecution {
  getId(): number;
  getEngine(): AppEngine | null;
}

declare const console: Record<'info' | 'warn' | 'error', (text: string) => void>;
declare const device: {
  brand: string;
  model: string;
  /** Version of Android. */
  release: string;
  getBattery(): number;
  isCharging(): boolean;
  getTotalMem(): number;
  getAvailMem(): number;
};
declare const dialogs: { alert(title: string, text: string): void };
declare const engines: {
  myEngine(): { execArgv: unknown };
  execScript(name: string, code: string, config: { arguments: Record<string, string> }): AppExecution;
};
/** An emitter calls its listeners in the thread that it was created for, else in the one that emits. */
declare const events: { broadcast: AppEmitter; emitter(thread?: object): AppEmitter };
declare const files: {
  createWithDirs(path: string): void;
  read(path: string): string;
  write(path: string, text: string): void;
  append(path: string, text: string): void;
};
declare const http: {
  get(url: string, options: { headers: Record<string, string> }): AppResponse;
  postJson(url: string, body: unknown): AppResponse;
};
declare const storages: {
  create(name: string): {
    get(key: string): string | undefined;
    put(key: string, value: string): void;
    remove(key: string): void;
  };
};
declare const threads: { start(act: () => void): void; currentThread(): object };
/** AutoX has options, AutoJs6 takes exactly one argument, Auto.js 4 has no `web` at all. */
declare const web: { newWebSocket?(url: string, options?: { eventThread: string }): AppSocket } | undefined;
declare function exit(): void;
declare function toast(text: string): void;
declare function setTimeout(act: () => void, ms: number): unknown;
declare function clearTimeout(timer: unknown): void;
declare function setInterval(act: () => void, ms: number): unknown;
declare function clearInterval(interval: unknown): void;

/** Services of Android. */
interface AndroidLock {
  acquire(): void;
}

interface NotificationBuilder {
  setContentTitle(text: string): NotificationBuilder;
  setContentText(text: string): NotificationBuilder;
  setAutoCancel(isCancelled: boolean): NotificationBuilder;
  setStyle(style: unknown): NotificationBuilder;
  setSmallIcon(icon: unknown): NotificationBuilder;
  build(): unknown;
}

interface AndroidServices {
  power: { newWakeLock(level: number, tag: string): AndroidLock };
  wifi: { createWifiLock(mode: number, tag: string): AndroidLock };
  notification: {
    createNotificationChannel(channel: unknown): void;
    notify(tag: string, id: number, notification: unknown): void;
  };
}

interface AndroidContext {
  getSystemService<Name extends keyof AndroidServices>(name: Name): AndroidServices[Name];
  getApplicationContext(): AndroidContext;
  getApplicationInfo(): { icon: unknown };
  getFilesDir(): { getAbsolutePath(): string };
  getPackageName(): string;
  getPackageManager(): { getPackageInfo(name: string, flags: number): { versionName: string } };
}

declare const context: AndroidContext;

/** Classes of Java. */
interface JavaFile {
  renameTo(file: JavaFile): boolean;
  getTotalSpace(): number;
  getUsableSpace(): number;
  getName(): string;
  isFile(): boolean;
  length(): number;
  lastModified(): number;
  listFiles(): ArrayLike<JavaFile> | null;
  mkdirs(): boolean;
  delete(): boolean;
}

/** An array of bytes from -128 to 127. */
type JavaBytes = ArrayLike<number>;

interface JavaInput {
  /** Returns the number of bytes, and -1 at the end. */
  read(bytes: JavaBytes): number;
  close(): void;
}

interface JavaOutput {
  write(bytes: JavaBytes, offset: number, length: number): void;
  close(): void;
}

/** A part of a file. */
interface JavaRandomAccessFile {
  seek(offset: number): void;
  read(bytes: JavaBytes, offset: number, length: number): number;
  close(): void;
}

interface JavaConnection {
  setRequestMethod(method: string): void;
  setConnectTimeout(ms: number): void;
  setReadTimeout(ms: number): void;
  setRequestProperty(name: string, value: string): void;
  setDoOutput(hasBody: boolean): void;
  /** Rhino needs the parameter's type, because another method has the same name. */
  'setFixedLengthStreamingMode(int)'(length: number): void;
  getOutputStream(): JavaOutput;
  getResponseCode(): number;
  getInputStream(): JavaInput;
  getErrorStream(): JavaInput | null;
  disconnect(): void;
}

declare const java: {
  lang: {
    System: { getProperty(name: string): string | null };
    Runtime: { getRuntime(): { availableProcessors(): number } };
    String: new (text: string) => { getBytes(encoding: string): JavaBytes };
    Byte: { TYPE: unknown };
    reflect: { Array: { newInstance(type: unknown, length: number): JavaBytes } };
  };
  io: {
    File: new (path: string) => JavaFile;
    FileInputStream: new (file: JavaFile | string) => JavaInput;
    FileOutputStream: new (path: string) => JavaOutput & { getFD(): { sync(): void } };
    RandomAccessFile: new (path: string, mode: string) => JavaRandomAccessFile;
    ByteArrayInputStream: new (bytes: JavaBytes) => JavaInput;
    ByteArrayOutputStream: new () => JavaOutput & { toString(encoding: string): string };
  };
  net: { URL: new (url: string) => { openConnection(): JavaConnection } };
  security: {
    MessageDigest: {
      getInstance(algorithm: string): {
        update(bytes: JavaBytes, offset: number, length: number): void;
        digest(): JavaBytes;
      };
    };
  };
  util: {
    concurrent: {
      ConcurrentHashMap: new () => {
        put(key: string, value: string): void;
        remove(key: string): string | null;
      };
    };
  };
};

/** Creates an object of a Java class whose methods are JavaScript functions. */
declare const JavaAdapter: new (javaClass: unknown, methods: object) => object;

interface ScriptEngineService {
  getInstance(): { registerGlobalScriptExecutionListener(listener: object): void };
}

/** The root of the app's own classes. The engine service has another package in each app. */
interface AppClasses {
  execution: { ScriptExecutionListener: unknown };
  engine: { ScriptEngineService: ScriptEngineService };
  ScriptEngineService: ScriptEngineService;
}

declare const Packages: {
  android: {
    app: {
      NotificationChannel: new (id: string, name: string, importance: number) => unknown;
      Notification: {
        Builder: new (context: AndroidContext, channel?: string) => NotificationBuilder;
        BigTextStyle: new () => { bigText(text: string): unknown };
      };
    };
  };
  com: { stardust: { autojs: AppClasses } };
  okhttp3: {
    OkHttpClient: new () => { newWebSocket(request: unknown, listener: object): AppSocket };
    Request: { Builder: new () => { url(url: string): { build(): unknown } } };
    WebSocketListener: unknown;
  };
  org: { autojs: { autojs: AppClasses } };
};
