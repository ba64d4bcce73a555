import { parsePastedAddress } from '#domain/installation/address.ts';
import type { Authentication, ConnectionSettings } from '#domain/installation/connection.ts';
import type { SecretEntries } from './secret-entries.svelte.ts';

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

/** Splits a typed or pasted address into settings; the user sees the result and can undo it. */
export class TypedAddress {
  readonly #settings: ConnectionSettings;
  readonly #secrets: SecretEntries;
  #before: Before | null = null;
  /** A text that the user restored by an undo; it is not split again. */
  #wanted: string | null = null;
  #unseen = false;
  taken = $state.raw<Taken | null>(null);

  constructor(settings: ConnectionSettings, secrets: SecretEntries) {
    this.#settings = settings;
    this.#secrets = secrets;
  }

  /**
   * @param pasted splits even a restored text
   * @param pressing the submit button took the focus, so the user has not seen the result
   */
  settle({ pasted = false, pressing = false } = {}): boolean {
    const settings = this.#settings;
    const typed = settings.baseUrl;
    if (typed.trim() === '' || isPlain(typed)) return false;
    if (typed === this.#wanted && !pasted) return false;
    const result = parsePastedAddress(typed);
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

  /** Returns whether a result is unseen, and marks it as seen. */
  takeUnseen(): boolean {
    const unseen = this.#unseen;
    this.#unseen = false;
    return unseen;
  }

  forget(): void {
    this.taken = null;
    this.#before = null;
  }

  undo(): void {
    if (this.#before === null) return;
    const { password, ...settings } = this.#before;
    Object.assign(this.#settings, settings);
    this.#secrets.typed.password = password;
    this.#wanted = settings.baseUrl;
    this.forget();
  }
}

const isPlain = (typed: string): boolean => {
  if (!URL.canParse(typed.trim())) return false;
  const result = parsePastedAddress(typed);
  if ('message' in result || result.apiRoot !== null || result.notes.length > 0) return false;
  return new URL(typed.trim()).href.replace(/\/+$/, '') === result.baseUrl;
};
