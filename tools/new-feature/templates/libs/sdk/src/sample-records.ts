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

  /**
   * Lists sample records, newest first.
   *
   * @param paging Size of the page, and the cursor of the previous one.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if `limit` or `cursor` is invalid.
   * @example
   * const { items } = await drover.sampleRecords.list();
   */
  list(paging: Paging = {}, options?: CallOptions): ApiPromise<Page<SampleRecord>> {
    return this.http.request('sampleRecords.list', { query: paging }, options);
  }

  /**
   * Iterates over all sample records, page by page.
   *
   * @param paging `limit` is the number of records per request.
   * @param options Signal, and time limit of each request.
   * @throws {@link ApiError} 422 if `limit` or `cursor` is invalid.
   * @example
   * for await (const { name } of drover.sampleRecords.iterate()) console.log(name);
   */
  iterate(paging: Paging = {}, options?: CallOptions): AsyncGenerator<SampleRecord, void, undefined> {
    return eachItem((page) => this.list(page, options), paging);
  }

  /**
   * Creates a sample record.
   *
   * @param sampleRecord The new record.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 409 if the name is taken.
   * @example
   * const { _id } = await drover.sampleRecords.create({ name: 'First' });
   */
  create(sampleRecord: CreateSampleRecord, options?: CallOptions): ApiPromise<SampleRecord> {
    return this.http.request('sampleRecords.create', { body: sampleRecord }, options);
  }

  /**
   * Reads a sample record.
   *
   * @param sampleRecordId ID of the sample record.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the sample record does not exist.
   * @example
   * const { _id } = await drover.sampleRecords.create({ name: 'First' });
   * const { name } = await drover.sampleRecords.get(_id);
   */
  get(sampleRecordId: string, options?: CallOptions): ApiPromise<SampleRecord> {
    return this.http.request('sampleRecords.get', { params: { sampleRecordId } }, options);
  }

  /**
   * Changes a sample record.
   *
   * @param sampleRecordId ID of the sample record.
   * @param changes Fields to change. Omitted ones stay unchanged.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the sample record does not exist.
   * @throws {@link ApiError} 409 if the name is taken.
   * @example
   * for await (const { _id } of drover.sampleRecords.iterate()) await drover.sampleRecords.update(_id, { name: 'Renamed' });
   */
  update(sampleRecordId: string, changes: UpdateSampleRecord, options?: CallOptions): ApiPromise<void> {
    return this.http.request('sampleRecords.update', { params: { sampleRecordId }, body: changes }, options);
  }

  /**
   * Deletes a sample record.
   *
   * @param sampleRecordId ID of the sample record.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the sample record does not exist.
   * @example
   * for await (const { _id } of drover.sampleRecords.iterate()) await drover.sampleRecords.remove(_id);
   */
  remove(sampleRecordId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('sampleRecords.remove', { params: { sampleRecordId } }, options);
  }
}
