import pytest
from board_rigs import HALL, REED, SerialRig
from driver_contract import LedSinkContract, SensorSourceContract, ear

__all__ = ["ear"]


@pytest.fixture(params=[REED, HALL], ids=["reed", "hall"])
def rig(request, tmp_path):
    rig = SerialRig(tmp_path, request.param)
    yield rig
    rig.close()


class TestSerialBoardSenses(SensorSourceContract):
    pass


class TestSerialBoardShows(LedSinkContract):
    pass
