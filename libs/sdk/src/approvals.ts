import type { ApiPromise } from './api-promise';
import type { CallOptions } from './call-options';
import type { JobKind } from './jobs';
import { eachItem, type Page, type Paging } from './paging';
import type { Http } from './request';

/** What a workspace asks a second member to approve. */
export interface ApprovalRules {
  /**
   * A run on more devices needs approval, and several runs of a script within an hour on more devices. 0: every run. Null:
   * no run because of its devices.
   */
  maxDevices: number | null;
  /** Whether creating or changing a schedule needs approval. */
  schedules: boolean;
  /** IDs of device groups, at most 20. A run on one of their devices needs approval. */
  groups: string[];
}

/** Omitted fields stay unchanged. */
export interface UpdateApprovalRules {
  maxDevices?: number | null;
  schedules?: boolean;
  groups?: string[];
}

export type ApprovalState = 'pending' | 'approved' | 'declined' | 'expired' | 'withdrawn';

/** Who asked for an approval, or decided. */
export interface ApprovalPerson {
  /** Null for a token of the workspace. */
  personId: string | null;
  /** Name of the person or the token at that time. */
  name: string;
}

/** A request that another member approves before it goes. */
export interface Approval {
  _id: string;
  kind: 'run' | 'schedule_create' | 'schedule_update';
  /** What a run runs. Null for schedules. */
  jobKind: JobKind | null;
  state: ApprovalState;
  /** Name of the script or the schedule. `execute` for code, `update` for updates of agents. */
  name: string;
  /** The rules that ask for the approval. `recent_devices`: it is one too many of several runs within an hour. */
  reasons: ('devices' | 'recent_devices' | 'schedule' | 'group')[];
  /** Number of devices when it was asked for. */
  devices: number;
  askedBy: ApprovalPerson;
  createdAt: string;
  expiresAt: string;
  /** Who approved, declined or withdrew it. */
  decidedBy: ApprovalPerson | null;
  decidedAt: string | null;
  /** What the member who decided wrote. */
  note: string | null;
  /** The job that the approval started. */
  jobId: string | null;
  /** The schedule that is changed, or was created. */
  scheduleId: string | null;
}

/** What exactly goes when it is approved. */
export interface ApprovalDetails extends Approval {
  /** Of a run its script, version, inputs and options; of a schedule its body. */
  request: Record<string, unknown>;
  /** The code, if the request contained it. */
  code: string | null;
  /** Some of the devices of a run, at most 100. */
  firstDevices: { _id: string; name: string }[];
}

/** Filters and paging of a list of approvals. */
export interface ApprovalFilter extends Paging {
  state?: ApprovalState[];
}

/** Approves a request. */
export interface Approve {
  /** At most 512 characters. */
  note?: string;
}

/** Declines a request. */
export interface Decline {
  /** Why, for the member who asked. At most 512 characters. */
  note: string;
}

/** What a second member approves before it goes. */
export class Approvals {
  constructor(private readonly http: Http) {}

  /**
   * Lists what needed approval, newest first. Members who are no admins see what they asked for.
   *
   * @param filter State, size of the page, and the cursor of the previous one.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 403 if the role of the caller does not suffice.
   * @example
   * const { items } = await drover.approvals.list({ state: ['pending'] });
   */
  list(filter: ApprovalFilter = {}, options?: CallOptions): ApiPromise<Page<Approval>> {
    return this.http.request('approvals.list', { query: filter }, options);
  }

  /**
   * Iterates over all approvals, page by page.
   *
   * @param filter `limit` is the number of records per request.
   * @param options Signal, and time limit of each request.
   * @throws {@link ApiError} 403 if the role of the caller does not suffice.
   * @example
   * for await (const { name, askedBy } of drover.approvals.iterate()) console.log(name, askedBy.name);
   */
  iterate(filter: ApprovalFilter = {}, options?: CallOptions): AsyncGenerator<Approval, void, undefined> {
    return eachItem((page) => this.list({ ...filter, ...page }, options), filter);
  }

  /**
   * Reads what exactly was asked for.
   *
   * @param approvalId ID of the approval, as in `approvalId` of error 1071.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if it does not exist.
   * @example
   * const { state, request } = await drover.approvals.get(approvalId);
   */
  get(approvalId: string, options?: CallOptions): ApiPromise<ApprovalDetails> {
    return this.http.request('approvals.get', { params: { approvalId } }, options);
  }

  /**
   * Approves what another member asked for, and runs or saves it with the rights of that member.
   *
   * @param approvalId ID of the approval.
   * @param decision A note.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if it does not exist.
   * @throws {@link ApiError} 409 if the caller asked for it, if it is no longer pending, or if the member who asked may
   *   no longer do it.
   * @example
   * const { jobId } = await drover.approvals.approve(approvalId);
   */
  approve(approvalId: string, decision: Approve = {}, options?: CallOptions): ApiPromise<Approval> {
    return this.http.request('approvals.approve', { params: { approvalId }, body: decision }, options);
  }

  /**
   * Declines what another member asked for.
   *
   * @param approvalId ID of the approval.
   * @param decision The reason.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if it does not exist.
   * @throws {@link ApiError} 409 if it is no longer pending.
   * @example
   * await drover.approvals.decline(approvalId, { note: 'Not before the weekend.' });
   */
  decline(approvalId: string, decision: Decline, options?: CallOptions): ApiPromise<void> {
    return this.http.request('approvals.decline', { params: { approvalId }, body: decision }, options);
  }

  /**
   * Withdraws what the caller asked for.
   *
   * @param approvalId ID of the approval.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if it does not exist.
   * @throws {@link ApiError} 409 if the caller did not ask for it, or if it is no longer pending.
   * @example
   * await drover.approvals.withdraw(approvalId);
   */
  withdraw(approvalId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('approvals.withdraw', { params: { approvalId } }, options);
  }

  /**
   * Reads what the workspace asks a second member to approve.
   *
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 401 if the access token is missing, expired or revoked.
   * @example
   * const { maxDevices } = await drover.approvals.getRules();
   */
  getRules(options?: CallOptions): ApiPromise<ApprovalRules> {
    return this.http.request('approvals.getRules', {}, options);
  }

  /**
   * Sets what needs approval. Only owners can.
   *
   * @param rules The rules to change.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 403 if the caller is not an owner.
   * @throws {@link ApiError} 404 if a device group does not exist.
   * @example
   * await drover.approvals.updateRules({ maxDevices: 10, schedules: true });
   */
  updateRules(rules: UpdateApprovalRules, options?: CallOptions): ApiPromise<void> {
    return this.http.request('approvals.updateRules', { body: rules }, options);
  }
}
