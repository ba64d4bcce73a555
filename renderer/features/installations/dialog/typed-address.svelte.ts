import { parsePastedAddress, type PastedAddress } from '#domain/installation/address.ts';
import type { ConnectionSettings } from '#domain/installation/connection.ts';
import type { SecretEntries } from './secret-entries.svelte.ts';

type ParsedSettings = Pick<
  ConnectionSettings,
  'baseUrl' | 'apiRoot' | 'variant' | 'authentication'
>;

/** Splits a typed or pasted address into settings; the user sees the result and can undo it. */
export class TypedAddress {
  readonly #settings: ConnectionSettings;
  readonly #secrets: SecretEntries;
  #before: { readonly settings: ParsedSettings; readonly password: string } | null = null;
  /** A text that the user restored by an undo; it is not split again. */
  #restored: string | null = null;
  #unseen = false;
  parsed = $state.raw<Omit<PastedAddress, 'password'> | null>(null);

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
    const { baseUrl, apiRoot, variant, authentication } = settings;
    if (baseUrl === this.#restored && !pasted) return false;
    const result = parsePastedAddress(baseUrl);
    if ('message' in result) return false;
    if (isUnchanged(baseUrl.trim(), result)) {
      settings.baseUrl = result.baseUrl;
      return false;
    }
    const { password, ...parsed } = result;
    const typed = this.#secrets.typed;
    this.#before = {
      settings: { baseUrl, apiRoot, variant, authentication },
      password: typed.password,
    };
    settings.baseUrl = parsed.baseUrl;
    settings.apiRoot = parsed.apiRoot ?? apiRoot;
    settings.variant = parsed.variant ?? variant;
    if (parsed.username !== null) {
      settings.authentication = { kind: 'sign-in', username: parsed.username };
      typed.password = password ?? typed.password;
    }
    this.parsed = parsed;
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
    this.parsed = null;
    this.#before = null;
  }

  undo(): void {
    if (this.#before === null) return;
    const { settings, password } = this.#before;
    Object.assign(this.#settings, settings);
    this.#secrets.typed.password = password;
    this.#restored = settings.baseUrl;
    this.forget();
  }
}

/** Whether the text is a base URL already, apart from slashes at its end and the spelling. */
const isUnchanged = (typed: string, { baseUrl, apiRoot, notes }: PastedAddress): boolean =>
  typed === baseUrl ||
  (apiRoot === null &&
    notes.length === 0 &&
    URL.parse(typed)?.href.replace(/\/+$/, '') === baseUrl);
