import { ObjectId } from 'bson';

/** 24 lower-case hex characters; a later id of one process sorts behind an earlier one. */
export function newId(): string {
  return new ObjectId().toHexString();
}

/** What ids of records from before that time are less than. */
export function firstIdAt(time: Date): string {
  return ObjectId.createFromTime(Math.floor(time.getTime() / 1000)).toHexString();
}
