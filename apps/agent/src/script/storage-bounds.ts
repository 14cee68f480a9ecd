/** Bounds of what scripts keep on the device, in characters: names and keys, and a value as JSON. */
export const STORAGE_BOUNDS = {
  nameChars: 256,
  valueChars: 1024 * 1024,
  /** All values of a device. */
  totalChars: 16 * 1024 * 1024,
};
