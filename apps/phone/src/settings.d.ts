/** Declared by the server in the first line of the agent's file. */
declare const DROVER: {
  server: string;
  /** Enrolment key. */
  key?: string;
  /** Credential of a phone that the server has enrolled already. */
  credential?: { token: string; deviceId: string; name: string };
};

/** The compiled prelude. The build replaces it. */
declare const DROVER_PRELUDE: string;

/** Version of the release. The build replaces it. */
declare const DROVER_AGENT_VERSION: string;
