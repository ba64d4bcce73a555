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
  | 'coverage';
