/** How long and how much one request may take. Times in milliseconds, sizes in bytes. */
export interface HttpLimits {
  /** From the first packet to the connection, TLS included. */
  readonly connect: number;
  /** From the request to the answer's headers. */
  readonly headers: number;
  /** Between two parts of the answer's body. */
  readonly bodyIdle: number;
  /** For everything that one read or one write takes, retries included. */
  readonly overall: number;
  /** For the body of an answer that is an error already: it only says why. */
  readonly errorBody: number;
  /** Pauses before the second and third attempt of a read; up to half of each is added at random. */
  readonly retryPauses: readonly number[];
  /** The largest body that is read. */
  readonly answerBytes: number;
  /** The largest single webhook: so much is parsed in one go. */
  readonly webhookBytes: number;
  /** The longest list that is taken. */
  readonly webhooks: number;
}

export const defaultLimits: HttpLimits = {
  connect: 10_000,
  headers: 30_000,
  bodyIdle: 30_000,
  overall: 120_000,
  errorBody: 3_000,
  retryPauses: [250, 1_000],
  answerBytes: 64 * 1024 * 1024,
  webhookBytes: 8 * 1024 * 1024,
  webhooks: 200_000,
};

/** What of an answer's body is shown behind "details". */
export const shownBytes = 16 * 1024;
