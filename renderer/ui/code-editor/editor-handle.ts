import { autocompletion, closeBrackets } from '@codemirror/autocomplete';
import { history, isolateHistory } from '@codemirror/commands';
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
import { changesOfBlanks } from './smallest-change.ts';
import { TextSync } from './text-sync.ts';
import { typing } from './typing.ts';
import { tooLongToWrap } from './wrapping.ts';

interface Changing {
  readonly readOnly: boolean;
  readonly wrap: boolean;
  readonly extensions: Extension;
}

interface Options extends Changing {
  /** Gets a shadow root: there CodeMirror's styles come as adopted sheets, which need no exception of the CSP. */
  readonly host: HTMLElement;
  /** Where the panel to find and replace stands. */
  readonly panel: HTMLElement;
  readonly context: Map<unknown, unknown>;
  readonly label: string;
  readonly value: string;
  readonly onchange: (held: string) => void;
}

/** A text editor in the page, for what surrounds it. */
export class EditorHandle {
  readonly view: EditorView;
  readonly #sync: TextSync;
  readonly #changing = new Compartment();
  #shown: readonly EditorFinding[] = [];
  /** The held text that the findings shown are of; `null` where it is always the present one. */
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
              // Keys of the window may act on the text: they find it as it is.
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

  /** Tells what was typed and not told yet. */
  flush(): void {
    this.#sync.flush();
  }

  /** Takes the text as it is held outside. */
  receive(held: string): void {
    this.#sync.receive(held);
  }

  configure(changing: Changing): void {
    this.view.dispatch({ effects: this.#changing.reconfigure(extensionsOf(changing)) });
  }

  /** Shows findings of a held text: of the present one where `of` is `null`. */
  show(findings: readonly EditorFinding[], of: string | null): void {
    // Showing the same anew would close the tooltip of one.
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

  /** Takes a fix of a finding that is shown. */
  fix(fix: EditorFix): void {
    this.flush();
    // It has places in the text that it was found in, and would spoil another.
    if (this.#shownOf === null || this.#shownOf === this.#sync.held) fix.apply();
    this.view.focus();
  }

  /** Puts the cursor at a place in the edited text and brings it into sight. */
  moveTo(position: number): void {
    this.view.dispatch({ selection: { anchor: position }, scrollIntoView: true });
  }

  /** Selects a place in the held text and brings it into sight. */
  select(start: number, end: number): void {
    const place = this.#sync.placesIn(null);
    if (place === null) return;
    this.view.dispatch({
      selection: { anchor: place(start), head: place(end) },
      effects: EditorView.scrollIntoView(place(start), { y: 'center' }),
    });
    this.view.focus();
  }

  /** Puts text in the place of the selection, as if typed. */
  insert(text: string): void {
    if (this.view.state.readOnly) return;
    this.view.dispatch(this.view.state.replaceSelection(text), {
      userEvent: 'input.complete',
      scrollIntoView: true,
    });
    this.view.focus();
  }

  /** Takes a text that differs in blanks from the present one, as one step to undo. */
  rearrange(text: string): void {
    const changes = changesOfBlanks(this.view.state.doc, text);
    if (changes.length === 0) return;
    this.view.dispatch({
      changes,
      annotations: isolateHistory.of('full'),
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
  history(),
  lineNumbers(),
  findingMarks,
  highlightActiveLineGutter(),
  highlightSpecialChars(),
  drawSelection(),
  dropCursor(),
  typing,
  closeBrackets(),
  // Enter takes what is offered at once: nothing is offered where Enter would be meant otherwise.
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
