import { changesOfBlanks } from '../smallest-change.ts';
import { autocompletion, closeBrackets } from '@codemirror/autocomplete';
import { indentUnit } from '@codemirror/language';
import { Compartment, EditorState, type Extension, Prec } from '@codemirror/state';
import {
  closeHoverTooltips,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { appearance } from './appearance.ts';
import {
  type EditorFinding,
  type EditorFix,
  findingMarks,
  sameFindings,
  showFindings,
} from './findings.ts';
import { editorKeys } from './keys.ts';
import { clipboardLineEnds } from './line-end-state.ts';
import { searchPanel } from './search-panel.ts';
import { TextSync } from './text-sync.ts';
import { typing } from './typing.ts';
import { tooLongToWrap } from './wrapping.ts';

interface Changing {
  readonly readOnly: boolean;
  readonly wrap: boolean;
  readonly extensions: Extension;
}

interface Options extends Changing {
  /** Gets a shadow root: CodeMirror then uses adopted sheets, which need no CSP exception. */
  readonly host: HTMLElement;
  readonly panel: HTMLElement;
  readonly context: Map<unknown, unknown>;
  readonly label: string;
  readonly value: string;
  readonly onchange: (held: string) => void;
}

export class EditorHandle {
  readonly view: EditorView;
  readonly #sync: TextSync;
  readonly #changing = new Compartment();
  #shown: readonly EditorFinding[] = [];
  /** The text that the shown findings belong to; `null` for the present text. */
  #shownOf: string | null = null;

  constructor({ host, panel, context, label, value, onchange, ...changing }: Options) {
    this.#sync = new TextSync(value, onchange);
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    this.view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: this.#sync.start,
        extensions: [
          this.#changing.of(extensionsOf(changing)),
          basics,
          searchPanel(panel, context),
          EditorView.contentAttributes.of({ 'aria-label': label }),
          EditorView.domEventObservers({
            blur: (_event, view) => {
              this.flush();
              view.dispatch({ effects: closeHoverTooltips });
            },
            keydown: ({ ctrlKey, metaKey, altKey, key }) => {
              // A shortcut may act on the text outside, which must be up to date.
              if (ctrlKey || metaKey || altKey || /^(F\d+|Escape|Tab)$/.test(key)) this.flush();
            },
          }),
          this.#sync.extension,
          clipboardLineEnds(),
        ],
      }),
    });
    this.#sync.attach(this.view);
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  flush(): void {
    this.#sync.flush();
  }

  receive(held: string): void {
    this.#sync.receive(held);
  }

  configure(changing: Changing): void {
    this.view.dispatch({ effects: this.#changing.reconfigure(extensionsOf(changing)) });
  }

  /** @param of the text that the findings belong to; `null` for the present text */
  show(findings: readonly EditorFinding[], of: string | null): void {
    // Setting the same findings again would close an open tooltip.
    if (this.#shownOf === of && sameFindings(this.#shown, findings)) return;
    const place = this.#sync.placesIn(of);
    if (place === null) return;
    const none = findings.length === 0 && this.#shown.length === 0;
    this.#shown = findings;
    this.#shownOf = of;
    if (none) return;
    showFindings(this.view, findings, place, (fix) => {
      this.fix(fix);
    });
  }

  fix(fix: EditorFix): void {
    this.flush();
    // The fix has offsets in the text of the findings; another text would be damaged.
    if (this.#shownOf === null || this.#shownOf === this.#sync.held) fix.apply();
    this.view.focus();
  }

  /** @param position an offset in the edited text */
  moveTo(position: number): void {
    this.view.dispatch({ selection: { anchor: position }, scrollIntoView: true });
  }

  /** Takes offsets in the text outside the editor. */
  select(start: number, end: number): void {
    const place = this.#sync.placesIn(null);
    if (place === null) return;
    this.view.dispatch({
      selection: { anchor: place(start), head: place(end) },
      effects: EditorView.scrollIntoView(place(start), { y: 'center' }),
    });
    this.view.focus();
  }

  insert(text: string): void {
    if (this.view.state.readOnly) return;
    this.view.dispatch(this.view.state.replaceSelection(text), {
      userEvent: 'input.complete',
      scrollIntoView: true,
    });
    this.view.focus();
  }

  /** Applies a text that differs only in white space. */
  rearrange(text: string): void {
    const changes = changesOfBlanks(this.text, text);
    if (changes.length === 0) return;
    this.view.dispatch({
      changes,
      userEvent: 'format',
      scrollIntoView: true,
    });
  }

  describe(id: string | null): void {
    const element = id === null ? null : document.getElementById(id);
    this.view.contentDOM.ariaDescribedByElements = element === null ? null : [element];
  }

  destroy(): void {
    this.flush();
    this.view.destroy();
  }
}

const basics: Extension = [
  EditorState.lineSeparator.of('\n'),
  EditorState.tabSize.of(2),
  indentUnit.of('  '),
  lineNumbers(),
  findingMarks,
  highlightActiveLineGutter(),
  highlightSpecialChars(),
  drawSelection(),
  dropCursor(),
  typing,
  closeBrackets(),
  // Accepts Enter at once, because no completion is offered where Enter means a new line.
  autocompletion({ icons: false, activateOnTypingDelay: 40, interactionDelay: 0 }),
  Prec.low(keymap.of([...editorKeys])),
  EditorView.contentAttributes.of({ spellcheck: 'false', autocorrect: 'off', translate: 'no' }),
  appearance,
];

const extensionsOf = ({ readOnly, wrap, extensions }: Changing): Extension => [
  EditorState.readOnly.of(readOnly),
  EditorView.editorAttributes.of(readOnly ? { 'data-read-only': '' } : {}),
  wrap ? tooLongToWrap : [],
  extensions,
];
