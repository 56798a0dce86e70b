/** People for other features. */
export { deletePerson, previewDeletion } from './delete-person.ts';
export { makeAdmin } from './make-admin.ts';
export { deleteAnswersAbout, listDoctors } from './store.ts';
