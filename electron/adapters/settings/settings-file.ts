/** A file that holds one JSON object, written as a whole; `conf` and `electron-store` both are one. */
export interface SettingsFile {
  readonly path: string;
  /** Setting it writes the file: atomically, its content flushed to the disk. */
  store: Record<string, unknown>;
}

export interface SettingsFileOptions {
  /** Absolute path of the data folder. */
  readonly directory: string;
  /** Name of the file, without `.json`. */
  readonly name: string;
  readonly mode: number;
}

export type OpenSettingsFile = (options: SettingsFileOptions) => SettingsFile;
