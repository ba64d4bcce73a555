export interface AppCommand {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  readonly shortcut?: string;
  readonly run: () => void;
}
