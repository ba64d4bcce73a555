/** What an undo of a deletion does. It stands where a person decides to delete. */
export const undoneDeletion = 'Undo creates it again with a new id.';
export const undoneDeletions = 'Undo creates them again with new ids.';
