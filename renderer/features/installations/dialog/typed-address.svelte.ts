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
  #hasUnseenSplit = false;
  parsed = $state.raw<Omit<PastedAddress, 'password'> | null>(null);

  constructor(settings: ConnectionSettings, secrets: SecretEntries) {
    this.#settings = settings;
    this.#secrets = secrets;
  }

  /**
   * Splits the base URL of the settings, if it has more than a base URL.
   * @param pasted splits even a restored text
   * @param leftForSubmit the submit button took the focus, so the user has not seen the result
   * @returns whether settings other than the spelling of the base URL changed
   */
  split({ pasted = false, leftForSubmit = false } = {}): boolean {
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
    this.#hasUnseenSplit = leftForSubmit;
    return true;
  }

  /** Whether the user has not seen the last split, which must not be saved then. Marks it as seen. */
  takeUnseenSplit(): boolean {
    const unseen = this.#hasUnseenSplit;
    this.#hasUnseenSplit = false;
    return unseen;
  }

  dropUndo(): void {
    this.parsed = null;
    this.#before = null;
  }

  undo(): void {
    if (this.#before === null) return;
    const { settings, password } = this.#before;
    Object.assign(this.#settings, settings);
    this.#secrets.typed.password = password;
    this.#restored = settings.baseUrl;
    this.dropUndo();
  }
}

/** Whether the text is a base URL already, apart from trailing slashes and from what `URL` normalizes. */
const isUnchanged = (typed: string, { baseUrl, apiRoot, notes }: PastedAddress): boolean =>
  typed === baseUrl ||
  (apiRoot === null &&
    notes.length === 0 &&
    URL.parse(typed)?.href.replace(/\/+$/, '') === baseUrl);
