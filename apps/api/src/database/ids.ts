import { ObjectId } from 'bson';

/** Returns 24 lower-case hex characters. IDs of one process sort in the order in which they were created. */
export function newId(): string {
  return new ObjectId().toHexString();
}

/** Returns an ID that is greater than the IDs of all records from before that time. */
export function firstIdAt(time: Date): string {
  return ObjectId.createFromTime(Math.floor(time.getTime() / 1000)).toHexString();
}
