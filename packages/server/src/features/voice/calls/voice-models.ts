/** What answers callers: a vendor's model by its name, and one answer of it. */
export interface VoiceModels {
  openVoiceModel: typeof import('@tendril/catalogue/voice/open-voice-model').openVoiceModel;
  vendorKeys: typeof import('@tendril/catalogue/voice/open-voice-model').vendorKeys;
  converse: typeof import('@tendril/catalogue/voice/converse').converse;
}
