/** A change of a file, or a call that makes earlier changes durable. `file` is a descriptor of the recorded process. */
export type FileOperation =
  | { op: 'open'; path: string; file: number }
  | { op: 'create' | 'mkdir' | 'unlink' | 'rmdir'; path: string }
  | { op: 'rename'; path: string; to: string }
  /** The content is in base64, or so many zeros. */
  | { op: 'write'; file: number; offset: number; content: string | number }
  | { op: 'truncate'; file: number; size: number }
  | { op: 'truncatePath'; path: string; size: number }
  /** A blocking sync stops the thread until it ends. */
  | { op: 'syncStart'; id: number; file: number; isContentOnly: boolean; isBlocking: boolean }
  | { op: 'syncEnd'; id: number };

/** The client got the response that a row is stored. */
export interface Acknowledgement {
  op: 'acknowledged';
  table: string;
  id: number;
}

export type Recorded = FileOperation | Acknowledgement | { op: 'ready' };

/** Environment variables of the recorder: the file that it appends to, and the directory that it records. */
export const recordToVariable = 'RECORD_TO';
export const recordRootVariable = 'RECORD_ROOT';
