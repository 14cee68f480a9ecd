import type { Event } from '@drover/contract';
import type { Pool } from 'pg';
import type { DeviceScope } from '../../auth/caller';
import { anyOf } from '../../database/expressions';
import { db, execute } from '../../database/sql';
import { isInScope, scopeValues } from '../../records/device-scope';
import { subjectOf } from './subject';

/** The devices that the watchers of some groups may have seen. */
export class VisibleDevices {
  private readonly ids = new Set<string>();

  constructor(
    private readonly pool: Pool,
    private readonly accountId: string,
    private readonly groupIds: string[],
  ) {}

  /** Remembers the devices of the groups, so that watchers are told if one of them leaves. */
  async load(): Promise<void> {
    for (const id of await this.find()) this.ids.add(id);
  }

  /** Returns the events of the devices in the groups now. A device that has left is removed for its watchers. */
  async filter(events: Event[]): Promise<Event[]> {
    const deviceIds = events.flatMap((event) => subjectOf(event).deviceId ?? []);
    const visible = new Set(deviceIds.length > 0 ? await this.find([...new Set(deviceIds)]) : []);
    const messages = await this.findMessages(events);
    return events.flatMap((event): Event[] => {
      const deviceId = subjectOf(event).deviceId;
      if (event.type === 'message' && messages.has(event.messageId)) return [event];
      if (event.type === 'reset' || event.type === 'approval') return [event];
      if (deviceId === undefined) return [];
      if (visible.has(deviceId)) {
        this.ids.add(deviceId);
        return [event];
      }
      const isKnown = event.type.startsWith('device') && this.ids.delete(deviceId);
      return isKnown ? [{ type: 'device.removed', deviceId }] : [];
    });
  }

  /** Finds devices of the groups, all or those of a list. */
  private async find(among?: string[]): Promise<string[]> {
    const values = { accountId: this.accountId, ...scopeValues(await this.readScope()) };
    const select = db
      .selectFrom('Device')
      .select('id')
      .where('accountId', '=', this.accountId)
      .where(({ and, eb, ref }) =>
        and([...isInScope(ref('Device.id'), values), ...(among ? [eb('id', '=', anyOf(among))] : [])]),
      );
    return (await execute(this.pool, select)).map(({ id }) => id);
  }

  /** Finds those messages of callers that were sent to a device of the groups. */
  private async findMessages(events: Event[]): Promise<Set<string>> {
    const ids = events.flatMap((event) =>
      event.type === 'message' && event.deviceId === null ? [event.messageId] : [],
    );
    if (ids.length === 0) return new Set();
    const values = { accountId: this.accountId, ...scopeValues(await this.readScope()) };
    const select = db
      .selectFrom('MessageDelivery as sent')
      .select('sent.messageId')
      .distinct()
      .where('sent.messageId', '=', anyOf(ids))
      .where(({ and, ref }) => and(isInScope(ref('sent.deviceId'), values)));
    return new Set((await execute(this.pool, select)).map(({ messageId }) => messageId));
  }

  /** Reads the rules of the groups as they are now. */
  private async readScope(): Promise<DeviceScope> {
    const select = db.selectFrom('DeviceGroup').select(['id', 'rule']).where('id', '=', anyOf(this.groupIds));
    return { accountId: this.accountId, groups: await execute(this.pool, select) };
  }
}
