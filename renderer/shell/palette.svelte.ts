import { textFilter } from '#domain/text/fold-text.ts';
import type { AppCommand } from './app-command.ts';

interface CommandGroup {
  readonly name: string;
  readonly commands: readonly AppCommand[];
}

/** There may be thousands of drafts. */
const maxPerGroup = 50;

export class Palette {
  readonly #commands: () => readonly AppCommand[];
  readonly #find: (text: string) => Promise<readonly AppCommand[]>;
  /** Shown after the matching commands, and before all commands without a text. */
  #found = $state.raw<readonly AppCommand[]>([]);
  isFinding = $state(false);
  /** Of the active command; `null` for the first one. */
  #activeId = $state<string | null>(null);
  text = $state('');

  readonly #matching: readonly AppCommand[] = $derived.by(() => {
    const passes = textFilter(this.text);
    if (passes === null) return [...this.#found, ...this.#commands()];
    const commands = this.#commands().filter(({ group, label }) => passes(`${group} ${label}`));
    return [...commands, ...this.#found];
  });
  readonly groups: readonly CommandGroup[] = $derived(
    [...Map.groupBy(this.#matching, ({ group }) => group)].map(([name, commands]) => ({
      name,
      commands: commands.slice(0, maxPerGroup),
    })),
  );
  readonly shown: readonly AppCommand[] = $derived(this.groups.flatMap(({ commands }) => commands));
  readonly hiddenCount = $derived(this.#matching.length - this.shown.length);
  readonly active: AppCommand | undefined = $derived(
    this.shown.find(({ id }) => id === this.#activeId) ?? this.shown[0],
  );

  /** @param find finds things by the text, which may take a moment */
  constructor(
    commands: () => readonly AppCommand[],
    find: (text: string) => Promise<readonly AppCommand[]> = () => Promise.resolve([]),
  ) {
    this.#commands = commands;
    this.#find = find;
  }

  async type(text: string): Promise<void> {
    this.text = text;
    this.#activeId = null;
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
    const { shown, active } = this;
    if (active === undefined) return;
    const next = (shown.indexOf(active) + by + shown.length) % shown.length;
    this.#activeId = shown[next]?.id ?? null;
  }

  moveTo(command: AppCommand): void {
    this.#activeId = command.id;
  }
}
