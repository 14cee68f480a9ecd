import type { ApiPromise } from './api-promise';
import type { CallOptions } from './call-options';
import { eachItem, type Page, type Paging } from './paging';
import type { Http } from './request';

/** A sample record. */
export interface SampleRecord {
  _id: string;
  name: string;
  createdAt: string;
}

/** A new sample record. */
export interface CreateSampleRecord {
  /** At most 64 characters, unique in the account. */
  name: string;
}

/** Omitted fields stay unchanged. */
export interface UpdateSampleRecord {
  /** At most 64 characters, unique in the account. */
  name?: string;
}

/** The account's sample records. */
export class SampleRecords {
  constructor(private readonly http: Http) {}

  /** Lists sample records, newest first. */
  list(paging: Paging = {}, options?: CallOptions): ApiPromise<Page<SampleRecord>> {
    return this.http.request('sampleRecords.list', { query: paging }, options);
  }

  /** Iterates over all sample records, page by page. */
  iterate(paging: Paging = {}, options?: CallOptions): AsyncGenerator<SampleRecord, void, undefined> {
    return eachItem((page) => this.list(page, options), paging);
  }

  /** Creates a sample record. Throws 409 if the name is taken. */
  create(sampleRecord: CreateSampleRecord, options?: CallOptions): ApiPromise<SampleRecord> {
    return this.http.request('sampleRecords.create', { body: sampleRecord }, options);
  }

  /** Reads a sample record. */
  get(sampleRecordId: string, options?: CallOptions): ApiPromise<SampleRecord> {
    return this.http.request('sampleRecords.get', { params: { sampleRecordId } }, options);
  }

  /** Changes a sample record. */
  update(sampleRecordId: string, changes: UpdateSampleRecord, options?: CallOptions): ApiPromise<void> {
    return this.http.request('sampleRecords.update', { params: { sampleRecordId }, body: changes }, options);
  }

  /** Deletes a sample record. */
  remove(sampleRecordId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('sampleRecords.remove', { params: { sampleRecordId } }, options);
  }
}
