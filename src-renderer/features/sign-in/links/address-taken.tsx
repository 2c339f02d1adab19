import { Trans, useTranslation } from "react-i18next";
import { routePath } from "../../../../src-shared/routes.ts";
import { TextLink } from "../../../components/links.tsx";

/** The words for `address-taken`: only we can tell whose address it is, so the text links to us. */
export function AddressTaken() {
  const { t } = useTranslation("sign-in");
  const contact = <TextLink to={routePath("contact")}>{null}</TextLink>;
  return <Trans t={t} i18nKey="addressTaken" components={{ contact }} />;
}
