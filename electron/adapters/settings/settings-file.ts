export interface SettingsFile {
  readonly path: string;
  /** Assigning writes the file atomically and flushes it. */
  store: Record<string, unknown>;
}

export interface SettingsFileOptions {
  readonly directory: string;
  readonly name: string;
  readonly mode: number;
}

export type OpenSettingsFile = (options: SettingsFileOptions) => SettingsFile;
