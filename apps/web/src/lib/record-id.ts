/** Whether a text is the ID of a record. */
export function isRecordId(text: string): boolean {
  return /^[0-9a-f]{24}$/i.test(text);
}
