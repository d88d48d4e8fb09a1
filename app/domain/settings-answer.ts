/** What came of a settings form: the fields that were sent, as they were typed, and the whole form as it is stored now. */
export interface SettingsSaved<Form> {
  outcome: "saved";
  sent: Partial<Form>;
  saved: Form;
}
