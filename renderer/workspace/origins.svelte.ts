export type Screen =
  | 'all'
  | 'installation'
  | 'drafts'
  | 'history'
  | 'plan'
  | 'bundles'
  | 'export'
  | 'edit-many'
  | 'compare'
  | 'rotation'
  | 'coverage'
  | 'pauses'
  | 'changes';

export interface Place {
  readonly screen: Screen;
  readonly connectionId: string | null;
}

/** The places from which a plan, an export, edits of many webhooks or a rotation were opened. */
export class Origins {
  #byScreen = $state.raw<ReadonlyMap<Screen, Place>>(new Map());

  /** Opens `screen` from `place`. A screen that `place` itself was opened from keeps its origin. */
  open(screen: Screen, place: Place): void {
    if (this.#wayTo(place).some((each) => each.screen === screen)) return;
    // A person returns to a plan through the list of plans.
    const origin = place.screen === 'plan' ? (this.of('plan') ?? place) : place;
    this.set(screen, origin);
  }

  set(screen: Screen, origin: Place): void {
    this.#byScreen = new Map(this.#byScreen).set(screen, origin);
  }

  of(screen: Screen): Place | null {
    return this.#byScreen.get(screen) ?? null;
  }

  /** The place of the sidebar from which `place` was opened, perhaps through other screens. */
  rootOf(place: Place): Place {
    return this.#wayTo(place).at(-1) ?? place;
  }

  #wayTo(place: Place): Place[] {
    const way: Place[] = [];
    for (let at: Place | null = place; at !== null; at = this.of(at.screen)) way.push(at);
    return way;
  }
}
