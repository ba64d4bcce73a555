import { takeApart } from '#domain/installation/address.ts';
import type { Authentication, ConnectionSettings } from '#domain/installation/connection.ts';
import type { SecretEntries } from './secret-entries.svelte.ts';

/** What an address was taken apart into, and what stood there before. */
export interface Taken {
  readonly typed: string;
  readonly apiRoot: string | null;
  readonly variant: ConnectionSettings['variant'] | null;
  readonly username: string | null;
  readonly notes: readonly string[];
}

interface Before {
  readonly baseUrl: string;
  readonly apiRoot: string;
  readonly variant: ConnectionSettings['variant'];
  readonly authentication: Authentication;
  readonly password: string;
}

/**
 * The base URL as a person types or pastes it: an address that holds more than a base URL is taken apart
 * into the settings that it holds, shown as such, and put back as it was at a person's word.
 */
export class TypedAddress {
  readonly #settings: ConnectionSettings;
  readonly #secrets: SecretEntries;
  #before: Before | null = null;
  /** The text that a person put back: it is not taken apart again. */
  #wanted: string | null = null;
  #unseen = false;
  taken = $state.raw<Taken | null>(null);

  constructor(settings: ConnectionSettings, secrets: SecretEntries) {
    this.#settings = settings;
    this.#secrets = secrets;
  }

  /**
   * Takes apart what stands in the field, if it is more than a base URL.
   *
   * @param pasted that it has just been pasted: then also what was put back before
   * @param pressing that the field was left by pressing the button that saves: nobody has seen then
   * what became of the address
   * @returns whether anything was
   */
  settle({ pasted = false, pressing = false } = {}): boolean {
    const settings = this.#settings;
    const typed = settings.baseUrl;
    if (typed.trim() === '' || isPlain(typed)) return false;
    if (typed === this.#wanted && !pasted) return false;
    const result = takeApart(typed);
    if ('message' in result || result.baseUrl === typed.trim()) return false;
    const { apiRoot, variant, authentication } = settings;
    const { password } = this.#secrets.typed;
    this.#before = { baseUrl: typed, apiRoot, variant, authentication, password };
    settings.baseUrl = result.baseUrl;
    settings.apiRoot = result.apiRoot ?? apiRoot;
    settings.variant = result.variant ?? variant;
    if (result.username !== null) {
      settings.authentication = { kind: 'sign-in', username: result.username };
      this.#secrets.typed.password = result.password ?? password;
    }
    this.taken = {
      typed: typed.trim(),
      apiRoot: result.apiRoot,
      variant: result.variant,
      username: result.username,
      notes: result.notes,
    };
    this.#unseen = pressing;
    return true;
  }

  /** Whether something was taken apart that nobody has seen yet; from now on it counts as seen. */
  takeUnseen(): boolean {
    const unseen = this.#unseen;
    this.#unseen = false;
    return unseen;
  }

  /** Something else was typed: what was taken apart before is no longer to be put back. */
  forget(): void {
    this.taken = null;
    this.#before = null;
  }

  /** Puts everything back as it was typed. */
  undo(): void {
    if (this.#before === null) return;
    const { password, ...settings } = this.#before;
    Object.assign(this.#settings, settings);
    this.#secrets.typed.password = password;
    this.#wanted = settings.baseUrl;
    this.forget();
  }
}

/** Whether the text is a base URL and nothing else, however it is written. */
const isPlain = (typed: string): boolean => {
  if (!URL.canParse(typed.trim())) return false;
  const result = takeApart(typed);
  if ('message' in result || result.apiRoot !== null || result.notes.length > 0) return false;
  return new URL(typed.trim()).href.replace(/\/+$/, '') === result.baseUrl;
};
