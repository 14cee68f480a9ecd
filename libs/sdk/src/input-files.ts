import type { ApiPromise } from './api-promise';
import type { CallOptions } from './call-options';
import { eachItem, type Page, type Paging } from './paging';
import type { Http } from './request';
import { Sha256 } from './sha256';

/** A file for runs. Each content exists once in a workspace. */
export interface InputFile {
  _id: string;
  name: string;
  /** Bytes. */
  size: number;
  /** SHA-256 of the content, hex. */
  sha256: string;
  /** Where the next part begins. */
  uploadedBytes: number;
  /** Whether jobs can use it. */
  isComplete: boolean;
  createdAt: string;
  /** When a job last used it, or a part was uploaded, to the hour. */
  usedAt: string;
}

/** Name and content of a new input file. */
export interface CreateInputFile {
  /** At most 255 characters. */
  name: string;
  /** Bytes, at most 512 MB. */
  size: number;
  /** SHA-256 of the content, hex. */
  sha256: string;
}

/** A part of an input file. */
export interface InputFilePart {
  /** Where the part begins: the `uploadedBytes` of the file. Default: 0. */
  offset?: number;
  /** The next 4 MB, or all that is left. */
  bytes: Blob | Uint8Array;
}

/** The value of a variable that is an input file: `vars: { list: file }`. */
export interface FileReference {
  /** SHA-256 of the content, hex. */
  $file: string;
  name?: string;
}

/** A content that is read in parts, such as a `Blob` or a `File`. */
export interface FileSource {
  /** Bytes. */
  readonly size: number;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** Options of an upload. */
export interface UploadFileOptions extends CallOptions {
  /** Name of the file. Default: the name of the `File`. */
  name?: string;
  /** Called with the part that is uploaded, from 0 to 1. */
  onProgress?: (part: number) => void;
}

/** Bytes of a part. */
const partBytes = 4 * 1024 * 1024;

/** Files that people give to runs. */
export class InputFiles {
  constructor(private readonly http: Http) {}

  /**
   * Lists input files, newest first.
   *
   * @param paging Size of the page, and the cursor of the previous one.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if `limit` or `cursor` is invalid.
   * @example
   * const { items } = await drover.inputFiles.list();
   */
  list(paging: Paging = {}, options?: CallOptions): ApiPromise<Page<InputFile>> {
    return this.http.request('inputFiles.list', { query: paging }, options);
  }

  /**
   * Iterates over all input files.
   *
   * @param paging `limit` is the number of records per request.
   * @param options Signal, and time limit of each request.
   * @throws {@link ApiError} 422 if `limit` or `cursor` is invalid.
   * @example
   * for await (const { name, size } of drover.inputFiles.iterate()) console.log(name, size);
   */
  iterate(paging: Paging = {}, options?: CallOptions): AsyncGenerator<InputFile, void, undefined> {
    return eachItem((page) => this.list(page, options), paging);
  }

  /**
   * Reads an input file.
   *
   * @param fileId ID of the input file.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the file does not exist.
   * @example
   * const { isComplete } = await drover.inputFiles.get(fileId);
   */
  get(fileId: string, options?: CallOptions): ApiPromise<InputFile> {
    return this.http.request('inputFiles.get', { params: { fileId } }, options);
  }

  /**
   * Uploads a file, and returns the value of a variable. A content that the workspace has is not sent again, and an
   * interrupted upload continues.
   *
   * @param content A `Blob` or a `File`, or an object with `size` and `slice`.
   * @param options Name, progress and signal of the upload; `timeoutMs` limits each request.
   * @throws {@link ApiError} 409 if the workspace has no room for the file.
   * @throws {@link ApiError} 422 if the file has more than 512 MB.
   * @example
   * const list = await drover.inputFiles.upload(new Blob(['a,b']), { name: 'list.csv' });
   * await drover.scripts.run(scriptId, { devices, vars: { list } });
   */
  async upload(
    content: FileSource & { name?: string },
    options: UploadFileOptions = {},
  ): Promise<FileReference> {
    const { name = content.name || 'file', onProgress, ...call } = options;
    const { size } = content;
    const hash = new Sha256();
    for (let offset = 0; offset < size; offset += partBytes) {
      call.signal?.throwIfAborted();
      hash.update(await readPart(content, offset));
    }
    const sha256 = hash.digest();
    let file = await this.create({ name, size, sha256 }, call);
    while (!file.isComplete) {
      onProgress?.(file.uploadedBytes / size);
      const { _id, uploadedBytes: offset } = file;
      file = await this.uploadPart(
        _id,
        { offset, bytes: await readPart(content, offset) },
        { timeoutMs: 0, ...call },
      );
    }
    onProgress?.(1);
    return { $file: sha256, name };
  }

  /**
   * Begins or continues the upload of an input file. `upload` does everything.
   *
   * @param file Name, size and SHA-256.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 409 if the workspace has no room for the file.
   * @throws {@link ApiError} 422 if the file has more than 512 MB.
   * @example
   * const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
   * const { isComplete } = await drover.inputFiles.create({ name: 'empty.txt', size: 0, sha256 });
   */
  create(file: CreateInputFile, options?: CallOptions): ApiPromise<InputFile> {
    return this.http.request('inputFiles.create', { body: file }, { ...options, isRepeatable: true });
  }

  /**
   * Uploads the next part of an input file. `upload` does everything.
   *
   * @param fileId ID of the input file.
   * @param part Where the part begins, and its bytes.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the file does not exist.
   * @throws {@link ApiError} 422 if the part begins elsewhere, or the complete content has another SHA-256.
   * @example
   * const { uploadedBytes } = await drover.inputFiles.uploadPart(fileId, { bytes: new Blob(['a,b']) });
   */
  uploadPart(fileId: string, part: InputFilePart, options?: CallOptions): ApiPromise<InputFile> {
    const { offset, bytes } = part;
    const body = new FormData();
    body.append('data', bytes instanceof Blob ? bytes : new Blob([new Uint8Array(bytes)]), 'part');
    const input = { params: { fileId }, query: { offset }, body };
    return this.http.request('inputFiles.uploadPart', input, options);
  }

  /**
   * Deletes an input file. Runs that still need it are rejected.
   *
   * @param fileId ID of the input file.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the file does not exist.
   * @example
   * await drover.inputFiles.remove(fileId);
   */
  remove(fileId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('inputFiles.remove', { params: { fileId } }, options);
  }
}

async function readPart(content: FileSource, offset: number): Promise<Uint8Array<ArrayBuffer>> {
  const end = Math.min(content.size, offset + partBytes);
  return new Uint8Array(await content.slice(offset, end).arrayBuffer());
}
