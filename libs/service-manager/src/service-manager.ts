/** A program that keeps running. */
export interface ServiceDefinition {
  /** The program and its arguments, as absolute paths. */
  command: string[];
  /** Data folder of the program, and where files without another place are written. */
  dataFolder: string;
  /** The user that the program runs as, if it is not the calling one. */
  user?: SystemUser;
}

/** A user of the operating system. */
export interface SystemUser {
  name: string;
  uid: number;
  gid: number;
}

/** Starts a program, and keeps it running as far as the system offers it. */
export interface ServiceManager<Definition extends ServiceDefinition = ServiceDefinition> {
  /** For messages, such as "systemd". */
  name: string;
  /** How to read the log. */
  log: string;
  /** Further sentences for the user after the installation. */
  notes: string[];
  isInstalled: () => boolean;
  isRunning: () => boolean;
  /** Installs and starts the service. Returns whether anything had to be changed. */
  install: (definition: Definition) => boolean;
  /** Stops and removes the service. Does nothing if it is not installed. */
  uninstall: () => void;
}
