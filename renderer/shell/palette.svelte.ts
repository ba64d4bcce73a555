import { textFilter } from '#domain/text/fold-text.ts';
import type { AppCommand } from './app-command.ts';

interface CommandGroup {
  readonly name: string;
  readonly commands: readonly AppCommand[];
}

/** Commands shown of a group; there may be thousands of drafts. */
const ofGroup = 50;

export class Palette {
  readonly #all: () => readonly AppCommand[];
  readonly #find: (text: string) => Promise<readonly AppCommand[]>;
  /** What was found for the text, after the commands that it fits; before all without a text. */
  #found = $state.raw<readonly AppCommand[]>([]);
  isFinding = $state(false);
  #at = $state(0);
  text = $state('');

  readonly #fitting: readonly AppCommand[] = $derived.by(() => {
    const passes = textFilter(this.text);
    if (passes === null) return [...this.#found, ...this.#all()];
    const commands = this.#all().filter(({ group, label }) => passes(`${group} ${label}`));
    return [...commands, ...this.#found];
  });
  readonly groups: readonly CommandGroup[] = $derived(
    [...Map.groupBy(this.#fitting, ({ group }) => group)].map(([name, commands]) => ({
      name,
      commands: commands.slice(0, ofGroup),
    })),
  );
  readonly fitting: readonly AppCommand[] = $derived(
    this.groups.flatMap(({ commands }) => commands),
  );
  readonly more = $derived(this.#fitting.length - this.fitting.length);
  readonly active: AppCommand | undefined = $derived(
    this.fitting[Math.min(this.#at, this.fitting.length - 1)],
  );

  /** @param find finds things by the text, which may take a moment */
  constructor(
    all: () => readonly AppCommand[],
    find: (text: string) => Promise<readonly AppCommand[]> = () => Promise.resolve([]),
  ) {
    this.#all = all;
    this.#find = find;
  }

  async type(text: string): Promise<void> {
    this.text = text;
    this.#at = 0;
    this.#found = [];
    this.isFinding = true;
    const found = await this.#find(text);
    // An earlier request may be answered after a later one.
    if (this.text !== text) return;
    this.#found = found;
    this.isFinding = false;
  }

  /** Wraps around at both ends. */
  move(by: 1 | -1): void {
    const count = this.fitting.length;
    if (count > 0) this.#at = (this.#at + by + count) % count;
  }

  moveTo(command: AppCommand): void {
    this.#at = this.fitting.indexOf(command);
  }
}
