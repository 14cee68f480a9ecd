import { eachItem, type Page, type Paging } from './paging';
import { path } from './path';
import type { CallOptions, Http } from './request';

/** A sample record. */
export interface SampleRecord {
  _id: string;
  name: string;
  createdAt: string;
}

/** A new sample record. */
export interface CreateSampleRecord {
  /** At most 64 characters, once in an account. */
  name: string;
}

/** A key that is left out stays as it is. */
export interface UpdateSampleRecord {
  /** At most 64 characters, once in an account. */
  name?: string;
}

/** The account's sample records. */
export class SampleRecords {
  constructor(private readonly http: Http) {}

  /** Lists sample records, newest first. */
  list(paging: Paging = {}, options?: CallOptions): Promise<Page<SampleRecord>> {
    return this.http.get('/v1/sample-records', paging, options);
  }

  /** Goes through all sample records, page by page. */
  iterate(paging: Paging = {}, options?: CallOptions): AsyncGenerator<SampleRecord, void, undefined> {
    return eachItem((page) => this.list(page, options), paging);
  }

  /** Creates a sample record; 409 where the name is taken. */
  create(sampleRecord: CreateSampleRecord, options?: CallOptions): Promise<SampleRecord> {
    return this.http.post('/v1/sample-records', sampleRecord, options);
  }

  /** Reads a sample record. */
  get(sampleRecordId: string, options?: CallOptions): Promise<SampleRecord> {
    return this.http.get(path`/v1/sample-records/${sampleRecordId}`, undefined, options);
  }

  /** Changes a sample record. */
  update(sampleRecordId: string, changes: UpdateSampleRecord, options?: CallOptions): Promise<void> {
    return this.http.put(path`/v1/sample-records/${sampleRecordId}`, changes, options);
  }

  /** Deletes a sample record. */
  remove(sampleRecordId: string, options?: CallOptions): Promise<void> {
    return this.http.delete(path`/v1/sample-records/${sampleRecordId}`, undefined, options);
  }
}
