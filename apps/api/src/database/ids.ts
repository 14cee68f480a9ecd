import { ObjectId } from 'bson';

/** Returns 24 lower-case hex characters. IDs of one process sort in the order in which they were created. */
export function newId(): string {
  return new ObjectId().toHexString();
}

/** The seconds that an ID can contain: until 2106. */
const maxSeconds = 0xffff_ffff;

/** Returns an ID that is greater than the IDs of all records from before that time. */
export function firstIdAt(time: Date): string {
  const seconds = Math.floor(time.getTime() / 1000);
  return ObjectId.createFromTime(Math.min(Math.max(seconds, 0), maxSeconds)).toHexString();
}
